import { Plus, Snowflake } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import { fold } from '../../../sync/list.ts';
import { vacantSeats } from '../../../sync/meetings/quorum.ts';
import { save, useRows, useStored } from '../../device/store.ts';
import { changeNow } from '../../forms/change-now.ts';
import { Tag } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold-out.tsx';
import { formatCount, formatDate, formatPlural } from '../../ui/format.ts';
import { SearchInput } from '../../ui/input.tsx';
import { SkeletonRows } from '../../ui/list.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { isBoardMeeting } from '../model.ts';
import { ownerNames } from '../people.ts';
import { useHoaTime } from '../time.ts';
import { SoldUnits } from './roll-sales.tsx';

const RollDialog = lazy(() => import('./roll-dialog.tsx'));
const AddDialog = lazy(() => import('./roll-add-dialog.tsx'));

/** The voters of the meeting, with their votes, and the button that freezes it. */
const Roll = ({ meeting }: { meeting: Meeting }) => {
  const rows = useRows('rollUnit').by('meeting_id', meeting.id);
  const isHere = useStored('rollUnit').isComplete;
  const units = useMemo(() => rows.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1)), [rows]);
  const voting = units.filter((unit) => !unit.removed_at && !unit.non_voting);
  const weight = voting.reduce((sum, unit) => sum + unit.weight, 0);
  const board = isBoardMeeting(meeting);
  const vacant = vacantSeats(meeting, units);
  const count = `${formatPlural(voting.length, board ? 'director' : 'unit')}${vacant > 0 ? `, ${formatPlural(vacant, 'vacant seat')}` : ''}`;
  return (
    <Fold
      title="Roll"
      hint={units.length > 0 ? (board ? count : `${count}, weight ${formatCount(weight)}`) : 'Not frozen yet'}
    >
      <Freeze meeting={meeting} count={units.length} board={board} />
      {meeting.roll_frozen_at && meeting.status === 'scheduled' && !board && (
        <SoldUnits meeting={meeting} roll={units} />
      )}
      {!isHere ? (
        <SkeletonRows rows={4} />
      ) : (
        units.length > 0 && <Units meeting={meeting} units={units} board={board} />
      )}
    </Fold>
  );
};

export default Roll;

const Freeze = ({ meeting, count, board }: { meeting: Meeting; count: number; board: boolean }) => {
  const time = useHoaTime();
  const { roll_frozen_at, record_date, called_at, status } = meeting;
  const [isAdding, setAdding] = useState(false);
  const canAdd = status === 'scheduled' && roll_frozen_at !== null;
  const canFreeze = status === 'scheduled' && !(called_at && roll_frozen_at);
  const freeze = () =>
    changeNow({
      write: () => save('freezeRoll', { meeting_id: meeting.id }),
      said: count > 0 ? 'Roll frozen again' : 'Roll frozen',
      fallback: 'The roll could not be frozen. Please try again.',
    });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
      <p className="num max-w-prose text-ink-2">
        {roll_frozen_at
          ? `Frozen ${time.short(roll_frozen_at)}${record_date ? `, record date ${formatDate(record_date)}` : ''}.`
          : board
            ? 'Freezing copies the directors, one vote each, into this meeting.'
            : 'Freezing copies every unit with its weight and owners into this meeting, so later sales don’t change it.'}
        {called_at &&
          roll_frozen_at &&
          ' The meeting was called to order. Each change needs a reason and is recorded in the minutes.'}
      </p>
      <span className="flex flex-wrap gap-2 empty:hidden">
        {canAdd && (
          <Button icon={Plus} onClick={() => setAdding(true)}>
            {board ? 'Add a Director' : 'Add a Unit'}
          </Button>
        )}
        {canFreeze && (
          <Button icon={Snowflake} onClick={freeze}>
            {count > 0 ? 'Freeze Again' : 'Freeze the Roll'}
          </Button>
        )}
      </span>
      <Suspense>{isAdding && <AddDialog meeting={meeting} onClose={() => setAdding(false)} />}</Suspense>
    </div>
  );
};

const SEARCHED_FROM = 12;

const Units = ({ meeting, units, board }: { meeting: Meeting; units: readonly RollUnit[]; board: boolean }) => {
  const [search, setSearch] = useState('');
  const [changed, setChanged] = useState<RollUnit | null>(null);
  const term = fold(search.trim());
  const shown = term ? units.filter((unit) => fold(wordsOf(unit)).includes(term)) : units;
  const columns = useMemo(() => columnsFor(board, setChanged), [board]);
  return (
    <div className="grid gap-3">
      {units.length > SEARCHED_FROM && <SearchInput label="Search the roll" value={search} onChange={setSearch} />}
      <Table
        caption="Roll"
        columns={columns}
        rows={shown}
        rowKey={({ id }) => id}
        renderCard={(unit) => <UnitCard unit={unit} board={board} onChange={() => setChanged(unit)} />}
        footer={<span className="num">{formatPlural(shown.length, board ? 'director' : 'unit')}</span>}
      />
      <Suspense>
        {changed && <RollDialog key={changed.id} meeting={meeting} unit={changed} onClose={() => setChanged(null)} />}
      </Suspense>
    </div>
  );
};

const wordsOf = ({ label, owners }: RollUnit) => [label, ...owners.map(({ name }) => name)].join(' ');
const ownersOf = ({ owners, designated }: RollUnit): string => {
  const names = ownerNames(owners);
  return designated ? `${names}; votes: ${designated.name}` : names;
};

const Marks = ({ unit }: { unit: RollUnit }) => (
  <>
    {unit.removed_at && <Tag>Off the roll</Tag>}
    {unit.non_voting && <Tag>No vote</Tag>}
    {unit.suspended && <Tag>Suspended</Tag>}
  </>
);

const columnsFor = (board: boolean, onChange: (unit: RollUnit) => void): Column<RollUnit>[] => [
  {
    header: board ? 'Director' : 'Unit',
    main: true,
    cell: (unit) => (
      <span className="flex flex-wrap items-center gap-1.5 font-[560]">
        {unit.label} <Marks unit={unit} />
      </span>
    ),
  },
  { header: board ? 'Office' : 'Owners', cell: (unit) => (board ? unit.office : ownersOf(unit)) },
  { header: board ? 'Votes' : 'Weight', align: 'right', cell: ({ weight }) => formatCount(weight) },
  {
    header: 'Actions',
    align: 'right',
    cell: (unit) => (
      <Button size="small" onClick={() => onChange(unit)}>
        Change<span className="sr-only"> {unit.label}</span>
      </Button>
    ),
  },
];

const UnitCard = ({ unit, board, onChange }: { unit: RollUnit; board: boolean; onChange: () => void }) => (
  <div className="flex items-center justify-between gap-3">
    <span className="grid min-w-0">
      <span className="flex flex-wrap items-center gap-1.5 font-[560]">
        {unit.label} <Marks unit={unit} />
      </span>
      <span className="text-ink-3 text-sm [overflow-wrap:anywhere]">
        {board ? unit.office : `${ownersOf(unit)} · weight ${formatCount(unit.weight)}`}
      </span>
    </span>
    <Button size="small" onClick={onChange}>
      Change<span className="sr-only"> {unit.label}</span>
    </Button>
  </div>
);
