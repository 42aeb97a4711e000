import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { MeetingBooks, UnitPresence } from '../../../sync/meetings/books.ts';
import { isTimeDoubtful } from '../../../sync/meetings/facts/fact-time.ts';
import { ofKind } from '../../../sync/meetings/facts/heads.ts';
import { EmptyState } from '../../ui/list.tsx';
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
import { UnitDialog } from './unit-dialog.tsx';
import { UnitRow } from './unit-row.tsx';

const ROW_HEIGHT = 58;
/** Each query and each tick draws another list, so few rows out of view. */
const OVERSCAN = 4;

/** Finding units and checking them in. */
export const CheckInPanel = ({
  books,
  ticks,
  children,
}: {
  books: MeetingBooks;
  ticks: Ticks;
  /** Stands beside the filters. */
  children: ReactNode;
}) => {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const [filter, setFilter] = useState<Filter>('all');
  const [open, setOpen] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const presence = books.presence;
  const index = useDeskIndex(books);
  const hits = useMemo(() => findUnits(index, query), [index, query]);
  const doubtful = useMemo(() => doubtfulUnits(books), [books]);
  const isSearching = query.trim() !== '';
  const rows = useMemo(
    () => (isSearching ? hits : rowsOf(index.entries, presence.units, filter, doubtful)),
    [isSearching, hits, index, presence, filter, doubtful],
  );
  const search = (text: string) => {
    setQuery(text);
    setChosen(0);
  };
  const tick = useCallback(
    async (hit: Hit) => {
      setQuery('');
      setChosen(0);
      field.current?.focus();
      if (hit.isResident && hit.person) await ticks.addGuest(hit.person);
      else await ticks.arrive([targetOf(hit)]);
    },
    [ticks.arrive, ticks.addGuest],
  );
  const at = Math.min(chosen, hits.length - 1);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && query) search('');
    else if (event.key === 'Enter' && hits[at]) void tick(hits[at]);
    else if (step && hits.length > 0) setChosen(Math.max(0, Math.min(at + step, hits.length - 1)));
    else return;
    event.preventDefault();
  };
  useSpokenHits(query, hits, at);
  const person = hits[at] && personOf(index, hits[at]);
  // The rows keep these functions, so that a key or a tick draws no others.
  const checkIn = useStable(({ unit }: UnitPresence) => {
    const hit = rows.find((row) => row.unit.id === unit.id);
    if (hit) void tick(hit);
  });
  const leave = useStable((of: UnitPresence) => void ticks.leave(of));
  const openUnit = useCallback(({ unit }: UnitPresence) => setOpen(unit.id), []);
  const draw = (place: number) => {
    const hit = rows[place]!;
    const of = presence.units.get(hit.unit.id);
    return (
      of && (
        <UnitRow
          of={of}
          meeting={books.meeting}
          person={hit.person}
          byProxy={hit.proxy_id !== null}
          isResident={hit.isResident}
          isDoubtful={doubtful.has(hit.unit.id)}
          isChosen={isSearching && place === at}
          onCheckIn={checkIn}
          onLeave={leave}
          onOpen={openUnit}
        />
      )
    );
  };
  const opened = presence.units.get(open ?? '');
  return (
    <>
      <SearchField field={field} query={query} onChange={search} onKeyDown={press} />
      <LastTick ticks={ticks} />
      {person && person.units.length > 1 && (
        <SeveralUnits
          person={person}
          onCheckIn={() => {
            search('');
            field.current?.focus();
            void ticks.arrive(targetsOf(person));
          }}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1">
        <FilterButtons
          filter={isSearching ? null : filter}
          onChange={(name) => {
            search('');
            setFilter(name);
          }}
          units={presence.units}
          doubtful={doubtful}
        />
        {children}
      </div>
      {rows.length > 0 ? (
        <ul
          aria-label="Units"
          className="overflow-hidden rounded-lg border border-line bg-card shadow-card max-md:-mx-4 max-md:rounded-none max-md:border-x-0 [&>li:not([aria-hidden]):first-of-type>div]:border-t-0"
        >
          <WindowedRows
            key={isSearching ? 'hits' : filter}
            name={`Desk, ${isSearching ? 'hits' : filter}`}
            as="li"
            count={rows.length}
            keyOf={(place) => rows[place]!.unit.id}
            draw={draw}
            height={ROW_HEIGHT}
            overscan={OVERSCAN}
          />
        </ul>
      ) : isSearching ? (
        <NoHits
          query={query}
          onAdd={(name) => {
            search('');
            field.current?.focus();
            void ticks.addGuest(name);
          }}
        />
      ) : (
        <EmptyState icon={Search} title={FILTERS[filter].none} />
      )}
      <Guests names={presence.guests} />
      <UnitDialog key={open} books={books} of={opened} ticks={ticks} onClose={() => setOpen(null)} />
    </>
  );
};

/** Units with a check-in whose time is to be checked. */
const doubtfulUnits = (books: MeetingBooks): ReadonlySet<string> =>
  new Set(
    [...ofKind(books, 'arrived'), ...ofKind(books, 'left')]
      .filter((fact) => isTimeDoubtful(fact, books.meeting))
      .map(({ subject }) => subject ?? ''),
  );
