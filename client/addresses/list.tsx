import { Building2, Download, Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Address } from '../../schema/addresses.ts';
import { list, statistics } from '../../sync/addresses.ts';
import { FilterBar, type ResultCount } from '../screens/filter-bar.tsx';
import { ResultList } from '../screens/result-list.tsx';
import { useRows, useSync } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { StatCards } from '../ui/card.tsx';
import { EmptyState } from '../ui/list.tsx';
import { PageHeader } from '../ui/page.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { type DialogActions, useDialogs } from './dialogs.tsx';
import { exportAddresses, type Residents, useFilters, useResidents, useWaitingAddress } from './model.ts';
import { AddressButton, AddressCard, Notes, ResidencyBadge, ResidentNames, RowActions } from './parts.tsx';

const Addresses = () => {
  const addresses = useRows('address');
  const filtering = useFilters();
  const { search } = filtering.filters;
  const found = useMemo(() => list.rows(addresses.all, { search }), [addresses, search]);
  const { totalAddresses, occupied } = useMemo(() => statistics(addresses.all), [addresses]);
  const residents = useResidents();
  const cached = addresses.size > 0;
  const loaded = useSync().phase === 'ready' || cached;
  const { open, dialogs, said: notice } = useDialogs();
  return (
    <>
      <Header onAdd={open.add} onExport={() => exportAddresses(found, residents)} />
      {notice}
      <StatCards
        loaded={loaded}
        stats={[
          { label: 'Total Addresses', value: totalAddresses },
          { label: 'Occupied', value: occupied },
        ]}
      />
      <ListFilters {...filtering} found={found.length} of={loaded ? addresses.size : null} />
      <FoundAddresses found={found} filtering={filtering} cached={cached} residents={residents} open={open} />
      {dialogs}
    </>
  );
};

export default Addresses;

const Header = ({ onAdd, onExport }: { onAdd: () => void; onExport: () => void }) => (
  <PageHeader
    title="Address Directory"
    subtitle="Manage community addresses and residents"
    actions={
      <>
        <Button icon={Download} onClick={onExport} className="max-md:[&>svg]:hidden">
          Export CSV
        </Button>
        <Button variant="primary" icon={Plus} onClick={onAdd}>
          Add Address
        </Button>
      </>
    }
  />
);

const ListFilters = (props: ReturnType<typeof useFilters> & ResultCount) => (
  <FilterBar {...props} title="All Addresses" search="Search addresses" />
);

type Props = {
  found: Address[];
  filtering: ReturnType<typeof useFilters>;
  cached: boolean;
  residents: Residents;
  open: DialogActions;
};

const FoundAddresses = ({ found, filtering, cached, residents, open }: Props) => (
  <ResultList
    {...filtering}
    results={found}
    cached={cached}
    labels={LABELS}
    enter="residents"
    empty={<Empty {...filtering} onAdd={open.add} />}
    table={(rows, footer) => (
      <ListTable rows={rows} term={filtering.filters.search} residents={residents} open={open} footer={footer} />
    )}
  />
);

const LABELS = {
  more: 'Load more',
  end: 'No more addresses',
  failed: 'Failed to load addresses',
  failedMore: 'Failed to load more addresses',
};

const Empty = ({ active, clear, onAdd }: { active: boolean; clear: () => void; onAdd: () => void }) =>
  active ? (
    <EmptyState icon={Building2} title="No addresses found" hint="Nothing matches this search.">
      <Button onClick={clear}>Clear Filters</Button>
    </EmptyState>
  ) : (
    <EmptyState icon={Building2} title="No addresses yet" hint="Add the first place of your community.">
      <Button variant="primary" icon={Plus} onClick={onAdd}>
        Add Address
      </Button>
    </EmptyState>
  );

type TableProps = {
  rows: readonly Address[];
  term: string;
  residents: Residents;
  open: DialogActions;
  footer: ReactNode;
};

const ListTable = ({ rows, term, residents, open, footer }: TableProps) => {
  const waitingAt = useWaitingAddress(residents);
  return (
    <Table
      caption="All Addresses"
      columns={columns({ term, residents, open, waitingAt })}
      rows={rows}
      rowKey={({ id }) => id}
      renderCard={(address) => (
        <AddressCard
          address={address}
          term={term}
          residents={residents(address)}
          open={open}
          waiting={waitingAt(address)}
        />
      )}
      waiting={(address) => waitingAt(address) !== undefined}
      footer={footer}
    />
  );
};

type ColumnContext = Pick<TableProps, 'term' | 'residents' | 'open'> & {
  waitingAt: ReturnType<typeof useWaitingAddress>;
};

const columns = ({ term, residents, open, waitingAt }: ColumnContext): Column<Address>[] => [
  {
    header: 'Address',
    main: true,
    className: 'min-w-44 lg:min-w-52',
    cell: (address) => <AddressButton address={address} term={term} open={open} waiting={waitingAt(address)} />,
  },
  {
    header: 'Residents',
    className: 'min-w-40 lg:min-w-48',
    cell: (address) => <ResidentNames residents={residents(address)} />,
  },
  { header: 'Residency', cell: (address) => <ResidencyBadge address={address} /> },
  { header: 'Notes', fold: 'lg', className: 'max-w-72', cell: ({ notes }) => <Notes notes={notes} /> },
  { header: 'Actions', align: 'right', cell: (address) => <RowActions address={address} open={open} /> },
];
