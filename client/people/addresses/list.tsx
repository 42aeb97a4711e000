import { Building2, Plus } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import type { Address } from '../../../schema/tables/addresses.ts';
import { figures } from '../../../sync/addresses/entity.ts';
import { queryList, useTally } from '../../device/live.ts';
import { DialogOutlet, type Dialogs, useDialogs } from '../../screens/dialogs.tsx';
import { outputActions } from '../../screens/export-csv.tsx';
import { FilterBar } from '../../screens/filter-bar.tsx';
import { ListHeader } from '../../screens/list-header.tsx';
import { useListState } from '../../screens/list-state.ts';
import { NoticeAlert, useNotice } from '../../screens/notice-alert.tsx';
import { EmptyResults, ResultList } from '../../screens/result-list.tsx';
import { type Sorting, SortSelect, withSorting } from '../../screens/sorting.tsx';
import { Button } from '../../ui/button.tsx';
import { StatCards } from '../../ui/card.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import {
  type DialogState,
  exportAddresses,
  type OpenDialog,
  type Residents,
  SORTS,
  useFilters,
  useResidents,
  useWaitingAddress,
} from './model.ts';
import { AddressButton, AddressCard, Notes, ResidencyBadge, ResidentNames, RowActions } from './parts.tsx';

const Addresses = () => {
  const filtering = useFilters();
  const { search, sort } = filtering.filters;
  const sorting = { sort, onSort: (next: string) => filtering.set({ sort: next }) };
  const results = useListState('address', filtering.filters, filtering.shown);
  const residents = useResidents();
  const dialogs = useAddressDialogs();
  const { notice, notify, dismiss } = useNotice();
  const add = () => dialogs.open({ kind: 'add' });
  return (
    <>
      <Header
        onAdd={add}
        onExport={async () => exportAddresses(await queryList('address', filtering.filters), residents)}
      />
      <NoticeAlert notice={notice} onClose={dismiss} />
      <Figures loaded={results.loaded} />
      <FilterBar
        {...filtering}
        title="All Addresses"
        search="Search addresses"
        found={results.found}
        of={results.total}
        partial={results.partial}
      >
        <SortSelect onPhonesOnly sorts={SORTS} {...sorting} />
      </FilterBar>
      <ResultList
        {...filtering}
        {...results}
        labels={LABELS}
        enter="residents"
        create={add}
        verb="add"
        empty={<Empty {...filtering} onAdd={add} />}
        table={(rows, footer) => (
          <ListTable {...{ rows, sorting, residents, footer }} term={search} open={dialogs.open} />
        )}
      />
      <AddressDialogs dialogs={dialogs} onSaved={notify} />
    </>
  );
};

export default Addresses;

const Header = ({ onAdd, onExport }: { onAdd: () => void; onExport: () => void }) => (
  <ListHeader
    title="Address Directory"
    subtitle="Manage community addresses and residents"
    primary={{ label: 'Add Address', icon: Plus, run: onAdd }}
    others={outputActions(onExport)}
  />
);

const Figures = ({ loaded }: { loaded: boolean }) => {
  const { totalAddresses, occupied } = useTally('address', figures);
  return (
    <StatCards
      strip
      loaded={loaded}
      stats={[
        { label: 'Total Addresses', value: totalAddresses },
        { label: 'Occupied', value: occupied },
      ]}
    />
  );
};

const LABELS = {
  more: 'Load More',
  end: 'No more addresses',
  failed: 'Failed to load addresses',
  failedMore: 'Failed to load more addresses',
};

const Empty = ({ onAdd, ...filtering }: { active: boolean; clear: () => void; onAdd: () => void }) => (
  <EmptyResults
    {...filtering}
    icon={Building2}
    title="No addresses yet"
    hint="Add your community’s first address."
    filteredTitle="No addresses found"
    filteredHint="Nothing matches this search."
  >
    <Button variant="primary" icon={Plus} onClick={onAdd}>
      Add Address
    </Button>
  </EmptyResults>
);

type TableProps = {
  rows: readonly Address[];
  term: string;
  sorting: Sorting;
  residents: Residents;
  open: OpenDialog;
  footer: ReactNode;
};

const ListTable = ({ rows, term, sorting, residents, open, footer }: TableProps) => {
  const waitingAt = useWaitingAddress(residents);
  return (
    <Table
      caption="All Addresses"
      columns={withSorting(columns({ term, residents, open, waitingAt }), SORTS, sorting)}
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

const AddDialog = lazy(() => import('./add.tsx'));
const EditDialog = lazy(() => import('./edit.tsx'));
const ResidentsDialog = lazy(() => import('./residents-dialog.tsx'));

/** Links open a dialog by ?add=true, ?edit=id or ?residents=id. */
const useAddressDialogs = () =>
  useDialogs<DialogState>(['add', 'edit', 'residents'], (params) => {
    if (params.has('add')) return { kind: 'add' };
    const kind = params.has('edit') ? 'edit' : 'residents';
    return { kind, id: params.get(kind) ?? '' };
  });

type Props = { dialogs: Dialogs<DialogState>; onSaved: (text: string) => void };

const AddressDialogs = ({ dialogs, onSaved }: Props) => (
  <DialogOutlet dialogs={dialogs}>
    {(dialog, props) => {
      const save = (text: string) => {
        onSaved(text);
        props.onClose();
      };
      if (dialog.kind === 'add') return <AddDialog {...props} onSaved={save} />;
      if (dialog.kind === 'edit') return <EditDialog {...props} onSaved={save} id={dialog.id} />;
      return <ResidentsDialog {...props} id={dialog.id} />;
    }}
  </DialogOutlet>
);
