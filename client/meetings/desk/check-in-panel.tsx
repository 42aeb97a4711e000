import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import type { MeetingBooks, UnitPresence } from '../../../sync/meetings/books.ts';
import { isTimeImplausible } from '../../../sync/meetings/facts/fact-time.ts';
import { ofKind } from '../../../sync/meetings/facts/heads.ts';
import { useEver } from '../../ui/frozen.ts';
import { EmptyState } from '../../ui/list.tsx';
import { lazyPart, usePreload } from '../../ui/on-demand.ts';
import { useStable } from '../../ui/use-stable.ts';
import WindowedRows from '../../ui/windowed-rows.tsx';
import { targetOf, targetsOf } from './check-in.ts';
import {
  FILTERS,
  type Filter,
  FilterButtons,
  Guests,
  LastTick,
  NoHits,
  rowsOf,
  SearchField,
  SeveralUnits,
  useSpokenHits,
} from './check-in-parts.tsx';
import { findUnits, type Hit, personOf } from './find-units.ts';
import { useDeskIndex } from './model.ts';
import type { Ticks } from './ticks.ts';
import { UnitRow } from './unit-row.tsx';

const UnitDialog = lazyPart(() => import('./unit-dialog.tsx'));
/** The desk may lose its connection before the first unit is opened or the first proxy on paper comes. */
const PRELOADED = [UnitDialog, { preload: () => import('./paper-proxy.tsx') }];

const ROW_HEIGHT = 58;
/** Each query and each tick draws another list, so few rows out of view. */
const OVERSCAN = 4;

type Props = { books: MeetingBooks; ticks: Ticks; children: ReactNode };

/** Finding units and checking them in. `children` stands beside the filters. */
export const CheckInPanel = ({ books, ticks, children }: Props) => {
  const [open, setOpen] = useState<string | null>(null);
  const wasOpened = useEver(open !== null);
  const list = useUnitList(books);
  const { query, search, isSearching, person, presence, toCheck } = list;
  const { field, record, checkIn } = useEntry(search, ticks);
  usePreload(PRELOADED);
  return (
    <>
      <SearchField field={field} query={query} onChange={search} onKeyDown={keysOf(list, checkIn)} />
      <LastTick ticks={ticks} />
      {person && person.units.length > 1 && (
        <SeveralUnits person={person} onCheckIn={() => record(() => ticks.arrive(targetsOf(person)))} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1">
        <FilterButtons
          filter={isSearching ? null : list.filter}
          onChange={list.show}
          units={presence.units}
          toCheck={toCheck}
        />
        {children}
      </div>
      {list.rows.length > 0 ? (
        <UnitList meeting={books.meeting} list={list} onCheckIn={checkIn} onLeave={ticks.leave} onOpen={setOpen} />
      ) : isSearching ? (
        <NoHits query={query} onAdd={(name) => record(() => ticks.addGuest(name))} />
      ) : (
        <EmptyState icon={Search} title={FILTERS[list.filter].none} />
      )}
      <Guests names={presence.guests} />
      {wasOpened && (
        <UnitDialog
          key={open}
          books={books}
          of={presence.units.get(open ?? '')}
          ticks={ticks}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
};

/** A unit that was found is recorded, and the next search begins at once. */
const useEntry = (search: List['search'], ticks: Ticks) => {
  const field = useRef<HTMLInputElement>(null);
  const record = (work: () => Promise<unknown>) => {
    search('');
    field.current?.focus();
    void work();
  };
  const checkIn = (hit: Hit) =>
    record(() => (hit.isResident && hit.person ? ticks.addGuest(hit.person) : ticks.arrive([targetOf(hit)])));
  return { field, record, checkIn };
};

type List = ReturnType<typeof useUnitList>;

/** The units shown: what the query finds, else those of the filter. Enter checks in the hit `at`. */
const useUnitList = (books: MeetingBooks) => {
  const [query, setQuery] = useState('');
  const [chosen, choose] = useState(0);
  const [filter, setFilter] = useState<Filter>('all');
  const { presence } = books;
  const index = useDeskIndex(books);
  const hits = useMemo(() => findUnits(index, query), [index, query]);
  const toCheck = useMemo(() => unitsToCheck(books), [books]);
  const isSearching = query.trim() !== '';
  const rows = useMemo(
    () => (isSearching ? hits : rowsOf(index.entries, presence.units, filter, toCheck)),
    [isSearching, hits, index, presence, filter, toCheck],
  );
  const at = Math.min(chosen, hits.length - 1);
  const hit = hits[at];
  useSpokenHits(query, hits, at);
  const search = (text: string) => {
    setQuery(text);
    choose(0);
  };
  const show = (name: Filter) => {
    search('');
    setFilter(name);
  };
  const person = hit && personOf(index, hit);
  return { query, search, filter, show, isSearching, hits, at, choose, rows, person, presence, toCheck };
};

const keysOf =
  ({ query, search, hits, at, choose }: List, checkIn: (hit: Hit) => void) =>
  (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && query) search('');
    else if (event.key === 'Enter' && hits[at]) checkIn(hits[at]);
    else if (step && hits.length > 0) choose(Math.max(0, Math.min(at + step, hits.length - 1)));
    else return;
    event.preventDefault();
  };

type UnitListProps = {
  meeting: MeetingBooks['meeting'];
  list: List;
  onCheckIn: (hit: Hit) => void;
  onLeave: (of: UnitPresence) => unknown;
  onOpen: (id: string) => void;
};

const UnitList = ({ meeting, list, ...props }: UnitListProps) => {
  const { rows, presence, toCheck, isSearching } = list;
  const actions = useRowActions(rows, props);
  const row = (hit: Hit, place: number) => {
    const of = presence.units.get(hit.unit.id);
    return (
      of && (
        <UnitRow
          of={of}
          meeting={meeting}
          person={hit.person}
          byProxy={hit.proxy_id !== null}
          isResident={hit.isResident}
          isTimeToCheck={toCheck.has(hit.unit.id)}
          isChosen={isSearching && place === list.at}
          {...actions}
        />
      )
    );
  };
  const name = isSearching ? 'hits' : list.filter;
  return (
    <ul aria-label="Units" className={LIST}>
      <WindowedRows
        key={name}
        name={`Desk, ${name}`}
        as="li"
        count={rows.length}
        keyOf={(place) => rows[place]?.unit.id ?? ''}
        draw={(place) => rows[place] && row(rows[place], place)}
        height={ROW_HEIGHT}
        overscan={OVERSCAN}
      />
    </ul>
  );
};

/** The rows keep these functions, so that a key or a tick draws no others. */
const useRowActions = (rows: List['rows'], actions: Pick<UnitListProps, 'onCheckIn' | 'onLeave' | 'onOpen'>) => ({
  onCheckIn: useStable(({ unit }: UnitPresence) => {
    const hit = rows.find((row) => row.unit.id === unit.id);
    if (hit) actions.onCheckIn(hit);
  }),
  onLeave: useStable((of: UnitPresence) => void actions.onLeave(of)),
  onOpen: useStable(({ unit }: UnitPresence) => actions.onOpen(unit.id)),
});

const LIST =
  'overflow-hidden rounded-lg border border-line bg-card shadow-card max-md:-mx-4 max-md:rounded-none max-md:border-x-0 [&>li:not([aria-hidden]):first-of-type>div]:border-t-0';

/** Units with a check-in whose time is to be checked. */
const unitsToCheck = (books: MeetingBooks): ReadonlySet<string> =>
  new Set(
    [...ofKind(books, 'arrived'), ...ofKind(books, 'left')]
      .filter((fact) => isTimeImplausible(fact, books.meeting))
      .map(({ subject }) => subject ?? ''),
  );
