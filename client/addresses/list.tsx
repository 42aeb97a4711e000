import { Building2, Download, Plus } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import type { Address } from '../../schema/addresses.ts';
import { list, statistics } from '../../sync/addresses.ts';
import { FilterBar, type Tally } from '../screens/filter-bar.tsx';
import { FOCUSED_ROW, useListKeys } from '../screens/list-keys.ts';
import { LoadFailed } from '../screens/result-list.tsx';
import { useRows, useSync } from '../store.ts';
import { Kbd } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { StatCards } from '../ui/card.tsx';
import { EmptyState, LoadMore, SkeletonRows } from '../ui/list.tsx';
import { PageHeader } from '../ui/page.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { type Open, useDialogs } from './dialogs.tsx';
import { exportAddresses, type Residents, useFilters, useResidents, useWaitingAt } from './model.ts';
import { AddressCard, Notes, People, Place, Residency, RowActions } from './parts.tsx';

/** /addresses: every place of the HOA and who lives there, from this device. */
const Addresses = () => {
  const addresses = useRows('address');
  const filtering = useFilters();
  const { search } = filtering.filters;
  const found = useMemo(() => list(addresses.all, { search }), [addresses, search]);
  const { totalAddresses, occupied } = useMemo(() => statistics(addresses.all), [addresses]);
  const residents = useResidents();
  const cached = addresses.size > 0;
  const known = useSync().phase === 'ready' || cached;
  const { open, dialogs, said } = useDialogs();
  return (
    <>
      <Header onAdd={open.add} onExport={() => exportAddresses(found, residents)} />
      {said}
      <StatCards
        stats={[
          { label: 'Total Addresses', value: known ? totalAddresses : '–' },
          { label: 'Occupied', value: known ? occupied : '–' },
        ]}
      />
      <ListFilters {...filtering} found={found.length} of={known ? addresses.size : null} />
      <Found found={found} filtering={filtering} cached={cached} residents={residents} open={open} />
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

/** The search over the list. */
const ListFilters = (props: ReturnType<typeof useFilters> & Tally) => (
  <FilterBar {...props} title="All Addresses" search="Search addresses" />
);

type Props = {
  found: Address[];
  filtering: ReturnType<typeof useFilters>;
  /** Whether this device holds any addresses. */
  cached: boolean;
  residents: Residents;
  open: Open;
};

/** The first rows of what was found, with a way to more; or why there are none. */
const Found = ({ found, filtering, cached, residents, open }: Props) => {
  const { phase, failed } = useSync();
  const { filters, shown, showMore } = filtering;
  const rows = useRef<HTMLDivElement>(null);
  useListKeys(rows, '', null);
  const first = phase === 'first';
  if (found.length === 0 && first)
    return failed && !cached ? <LoadFailed>Failed to load addresses</LoadFailed> : <SkeletonRows />;
  if (found.length === 0) return <Nothing {...filtering} onAdd={open.add} />;
  const more = found.length > shown;
  const broken = first && failed && !more;
  const foot = <Foot more={more} loading={first && !more} onMore={showMore} />;
  return (
    <div ref={rows} className={FOCUSED_ROW}>
      <ListTable
        rows={found.slice(0, shown)}
        term={filters.search}
        residents={residents}
        open={open}
        footer={broken ? <LoadFailed>Failed to load more addresses</LoadFailed> : foot}
      />
    </div>
  );
};

const Foot = (rest: { more: boolean; loading: boolean; onMore: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <LoadMore {...rest} label="Load more" end="No more addresses" />
    <span className="flex gap-3 text-sm max-md:hidden">
      <span>
        <Kbd>J</Kbd> <Kbd>K</Kbd> move
      </span>
      <span>
        <Kbd>Enter</Kbd> residents
      </span>
    </span>
  </div>
);

const Nothing = ({ active, clear, onAdd }: { active: boolean; clear: () => void; onAdd: () => void }) =>
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

type TableProps = { rows: readonly Address[]; term: string; residents: Residents; open: Open; footer: ReactNode };

/** Addresses as rows or cards. `term` is marked where it was found. */
const ListTable = ({ rows, term, residents, open, footer }: TableProps) => {
  const waitingAt = useWaitingAt(residents);
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

type Cells = Pick<TableProps, 'term' | 'residents' | 'open'> & { waitingAt: ReturnType<typeof useWaitingAt> };

const columns = ({ term, residents, open, waitingAt }: Cells): Column<Address>[] => [
  {
    header: 'Address',
    main: true,
    className: 'min-w-44 lg:min-w-52',
    cell: (address) => <Place address={address} term={term} open={open} waiting={waitingAt(address)} />,
  },
  {
    header: 'Residents',
    className: 'min-w-40 lg:min-w-48',
    cell: (address) => <People residents={residents(address)} />,
  },
  { header: 'Residency', cell: (address) => <Residency address={address} /> },
  { header: 'Notes', fold: 'lg', className: 'max-w-72', cell: ({ notes }) => <Notes notes={notes} /> },
  { header: 'Actions', align: 'right', cell: (address) => <RowActions address={address} open={open} /> },
];
