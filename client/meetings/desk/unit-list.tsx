import { clsx } from 'clsx';
import { memo, type ReactNode } from 'react';
import type { MeetingBooks, UnitPresence } from '../../../sync/meetings/books.ts';
import { useStable } from '../../ui/use-stable.ts';
import WindowedRows from '../../ui/windowed-rows.tsx';
import type { Hit } from './find-units.ts';
import { UnitRow } from './unit-row.tsx';
import type { UnitSearch } from './unit-search.ts';

const ROW_HEIGHT = 58;
/** Each query and each tick draws another list, so few rows out of view. */
const OVERSCAN = 4;

type Actions = { onCheckIn: (hit: Hit) => void; onLeave: (of: UnitPresence) => unknown; onOpen: (id: string) => void };

type Props = Actions & { meeting: MeetingBooks['meeting']; list: UnitSearch; children: ReactNode };

/** The units of the filter, and over them what a query finds. They stay drawn beneath it: after each unit that is checked in
 * they are shown again. `children` stands where there are none. */
export const UnitList = ({ list, children, ...props }: Props) => {
  const { isSearching, hits, at, listed, filter, presence, toCheck } = list;
  const shared = { ...props, units: presence.units, toCheck };
  return (
    <div>
      {isSearching && hits.length > 0 && <Units key="hits" name="hits" rows={hits} chosen={at} {...shared} />}
      {listed.length > 0 && (
        <KeptUnits key={filter} name={filter} rows={listed} chosen={-1} isBeneath={isSearching} {...shared} />
      )}
      {children}
    </div>
  );
};

type UnitsProps = Actions &
  Pick<Props, 'meeting'> & {
    name: string;
    rows: readonly Hit[];
    units: UnitSearch['presence']['units'];
    toCheck: ReadonlySet<string>;
    /** The place of the row that Enter checks in. */
    chosen: number;
    isBeneath?: boolean;
  };

const Units = ({ meeting, name, rows, units, toCheck, chosen, isBeneath = false, ...props }: UnitsProps) => {
  const actions = useRowActions(rows, props);
  const row = (place: number) => {
    const hit = rows[place];
    const of = hit && units.get(hit.unit.id);
    return (
      of && (
        <UnitRow
          of={of}
          meeting={meeting}
          person={hit.person}
          byProxy={hit.proxy_id !== null}
          isResident={hit.isResident}
          isTimeToCheck={toCheck.has(hit.unit.id)}
          isChosen={place === chosen}
          {...actions}
        />
      )
    );
  };
  return (
    <ul aria-label="Units" aria-hidden={isBeneath || undefined} className={clsx(LIST, isBeneath && BENEATH)}>
      <WindowedRows
        name={`Desk, ${name}`}
        as="li"
        count={rows.length}
        keyOf={(place) => rows[place]?.unit.id ?? ''}
        draw={row}
        height={ROW_HEIGHT}
        overscan={OVERSCAN}
      />
    </ul>
  );
};

/** Beneath others it stays as it was. */
const KeptUnits = memo(Units, (before, after) => before.isBeneath === true && after.isBeneath === true);

/** The rows keep these functions, so that a key or a tick draws no others. */
const useRowActions = (rows: readonly Hit[], actions: Actions) => ({
  onCheckIn: useStable(({ unit }: UnitPresence) => {
    const hit = rows.find((row) => row.unit.id === unit.id);
    if (hit) actions.onCheckIn(hit);
  }),
  onLeave: useStable((of: UnitPresence) => void actions.onLeave(of)),
  onOpen: useStable(({ unit }: UnitPresence) => actions.onOpen(unit.id)),
});

const LIST =
  'overflow-hidden rounded-lg border border-line bg-card shadow-card max-md:-mx-4 max-md:rounded-none max-md:border-x-0 [&>li:not([aria-hidden]):first-of-type>div]:border-t-0';
/** Without height, and neither laid out nor painted nor found by anybody. */
const BENEATH = 'h-0 border-0! [content-visibility:hidden]';
