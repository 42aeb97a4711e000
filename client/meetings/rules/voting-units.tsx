import { Pencil, Upload } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fold } from '../../../sync/list.ts';
import { type VotingRow, votingRows } from '../../../sync/meetings/roll.ts';
import { useAreComplete, useOnline, useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { Tag } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatCount, formatPlural } from '../../ui/format.ts';
import { SearchInput } from '../../ui/input.tsx';
import { SkeletonRows } from '../../ui/list.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ownerNames } from '../people.ts';

const UnitDialog = lazy(() => import('./voting-unit-dialog.tsx'));
const ImportDialog = lazy(() => import('./weights-dialog.tsx'));

const COUNTED = ['address', 'user', 'account', 'votingUnit'] as const;

/** Every unit of the HOA with its owners and its weight, as the next roll would have them. */
const VotingUnits = () => {
  const rows = useVotingRows();
  const isHere = useAreComplete(COUNTED);
  const online = useOnline();
  const [edited, setEdited] = useState<VotingRow | null>(null);
  const [importing, setImporting] = useState(false);
  const weight = rows.filter((row) => !row.non_voting).reduce((sum, row) => sum + row.weight, 0);
  return (
    <Card
      title="Weights and Owners"
      actions={
        <Button icon={Upload} size="small" disabled={!online} onClick={() => setImporting(true)}>
          Import Weights
        </Button>
      }
    >
      <p className="num pb-3 text-ink-2">
        {formatPlural(rows.length, 'unit')}, {formatCount(weight)} votes in total. Unless set here, a unit has one vote
        and its owners are the account’s holders.
        {!online && ' You need a connection to import weights.'}
      </p>
      {isHere ? <Units rows={rows} onEdit={setEdited} /> : <SkeletonRows rows={4} />}
      <Suspense>
        {edited && <UnitDialog key={edited.address_id} row={edited} onClose={() => setEdited(null)} />}
        {importing && <ImportDialog onClose={() => setImporting(false)} />}
      </Suspense>
    </Card>
  );
};

export default VotingUnits;

const Units = ({ rows, onEdit }: { rows: readonly VotingRow[]; onEdit: (row: VotingRow) => void }) => {
  const [search, setSearch] = useState('');
  const term = fold(search.trim());
  const shown = term ? rows.filter((row) => fold(wordsOf(row)).includes(term)) : rows;
  const columns = useMemo(() => columnsFor(onEdit), [onEdit]);
  return (
    <div className="grid gap-3">
      <SearchInput label="Search units and owners" value={search} onChange={setSearch} />
      <Table
        caption="Voting rights"
        columns={columns}
        rows={shown}
        rowKey={({ address_id }) => address_id}
        renderCard={(row) => <UnitCard row={row} onEdit={() => onEdit(row)} />}
        footer={<span className="num">{formatPlural(shown.length, 'unit')}</span>}
      />
    </div>
  );
};

const useVotingRows = (): VotingRow[] => {
  const addresses = useRows('address');
  const users = useRows('user');
  const accounts = useRows('account');
  const votes = useRows('votingUnit');
  const today = useHoaToday();
  return useMemo(
    () => votingRows({ addresses: addresses.all, users: users.all, accounts: accounts.all, votes: votes.all }, today),
    [addresses, users, accounts, votes, today],
  );
};

const wordsOf = ({ label, owners }: VotingRow) => [label, ...owners.map(({ name }) => name)].join(' ');
const ownersOf = ({ owners, designated }: VotingRow): string => {
  const names = ownerNames(owners);
  return designated ? `${names}; votes: ${designated.name}` : names;
};

const Marks = ({ row }: { row: VotingRow }) => (
  <>
    {row.non_voting && <Tag>No vote</Tag>}
    {row.suspended && <Tag>Suspended</Tag>}
  </>
);

const EditButton = ({ row, onEdit }: { row: VotingRow; onEdit: () => void }) => (
  <Button size="small" icon={Pencil} onClick={onEdit}>
    Edit<span className="sr-only"> {row.label}</span>
  </Button>
);

const columnsFor = (onEdit: (row: VotingRow) => void): Column<VotingRow>[] => [
  {
    header: 'Unit',
    main: true,
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-1.5 font-[560]">
        {row.label} <Marks row={row} />
      </span>
    ),
  },
  { header: 'Owners', cell: ownersOf },
  { header: 'Weight', align: 'right', cell: ({ weight }) => <span className="num">{formatCount(weight)}</span> },
  { header: 'Actions', align: 'right', cell: (row) => <EditButton row={row} onEdit={() => onEdit(row)} /> },
];

const UnitCard = ({ row, onEdit }: { row: VotingRow; onEdit: () => void }) => (
  <div className="flex items-center justify-between gap-3">
    <span className="grid min-w-0">
      <span className="flex flex-wrap items-center gap-1.5 font-[560]">
        {row.label} <Marks row={row} />
      </span>
      <span className="num text-ink-3 text-sm [overflow-wrap:anywhere]">
        {ownersOf(row)} · weight {formatCount(row.weight)}
      </span>
    </span>
    <EditButton row={row} onEdit={onEdit} />
  </div>
);
