import { clsx } from 'clsx';
import { Search, UserPlus } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { MeetingBooks, UnitPresence } from '../../../sync/meetings/books.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format.ts';
import { EmptyState } from '../../ui/list.tsx';
import WindowedRows from '../../ui/windowed-rows.tsx';
import { announce } from '../announcer.tsx';
import { usePresence } from '../books.ts';
import { targetOf, targetsOf } from './check-in.ts';
import { findUnits, type Hit, personOf } from './find-units.ts';
import { useDeskIndex } from './model.ts';
import type { Ticks } from './ticks.ts';
import { UnitDialog } from './unit-dialog.tsx';
import { UnitRow } from './unit-row.tsx';

const ROW_HEIGHT = 58;

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
  const presence = usePresence(books);
  const index = useDeskIndex(books);
  const hits = useMemo(() => findUnits(index, query), [index, query]);
  const isSearching = query.trim() !== '';
  const rows = useMemo(
    () => (isSearching ? hits : rowsOf(index.entries, presence.units, filter)),
    [isSearching, hits, index, presence, filter],
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
      await ticks.arrive([targetOf(hit)]);
    },
    [ticks.arrive],
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
          isChosen={isSearching && place === at}
          onCheckIn={() => void tick(hit)}
          onLeave={() => void ticks.leave(of)}
          onOpen={() => setOpen(hit.unit.id)}
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

type Filter = 'all' | 'absent' | 'present' | 'check';
const FILTERS: Record<Filter, { label: string; none: string; has: (of: UnitPresence) => boolean }> = {
  all: { label: 'All', none: 'Nobody is on the roll.', has: () => true },
  absent: { label: 'Absent', none: 'Everybody is here.', has: ({ way }) => way === null },
  present: { label: 'Present', none: 'Nobody is here yet.', has: ({ way }) => way !== null },
  check: {
    label: 'To check',
    none: 'Nothing to check.',
    has: ({ note, no_vote, way }) => note !== null || (way !== null && no_vote !== null),
  },
};

type Units = ReadonlyMap<string, UnitPresence>;

const rowsOf = (entries: readonly { unit: Hit['unit'] }[], units: Units, filter: Filter): Hit[] =>
  entries
    .filter(({ unit }) => {
      const of = units.get(unit.id);
      return of && FILTERS[filter].has(of);
    })
    .map(({ unit }) => ({ unit, person: null, proxy_id: null }));

const FilterButtons = ({
  filter,
  onChange,
  units,
}: {
  filter: Filter | null;
  onChange: (filter: Filter) => void;
  units: Units;
}) => (
  <fieldset className="flex flex-wrap gap-1.5">
    <legend className="sr-only">Show</legend>
    {(Object.keys(FILTERS) as Filter[]).map((name) => {
      const count = [...units.values()].filter(FILTERS[name].has).length;
      if (name === 'check' && count === 0 && filter !== 'check') return null;
      return (
        <Button
          key={name}
          size="small"
          variant={filter === name ? 'secondary' : 'ghost'}
          aria-pressed={filter === name}
          onClick={() => onChange(name)}
        >
          {FILTERS[name].label} <span className="num font-normal">{formatCount(count)}</span>
        </Button>
      );
    })}
  </fieldset>
);

const SearchField = ({
  field,
  query,
  onChange,
  onKeyDown,
}: {
  field: RefObject<HTMLInputElement | null>;
  query: string;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) => (
  <div className="sticky top-0 z-10 -mx-4 bg-paper px-4 py-1.5 md:top-14">
    <span className="relative block">
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4.5 text-ink-3" />
      <input
        ref={field}
        type="search"
        // biome-ignore lint/a11y/noAutofocus: the desk is worked from this field alone
        autoFocus
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        aria-label="Search units and names"
        aria-describedby="desk-search-hint"
        placeholder="Name, street or unit"
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="control min-h-12! pl-10.5 text-lg"
      />
    </span>
    <span id="desk-search-hint" className="sr-only">
      Enter checks in the first hit. The arrow keys choose another.
    </span>
  </div>
);

/** What was found, for who does not see the list. */
const useSpokenHits = (query: string, hits: readonly Hit[], at: number) => {
  const asked = useDeferredValue(query.trim());
  useEffect(() => {
    if (asked === '') return;
    const hit = hits[at];
    announce(hit ? `${formatCount(hits.length)} found. Enter checks in ${hit.unit.label}.` : NO_HITS);
  }, [asked, hits, at]);
};

const NO_HITS = 'No unit or name matches. Add a guest?';

const NoHits = ({ query, onAdd }: { query: string; onAdd: (name: string) => void }) => (
  <EmptyState icon={UserPlus} title={NO_HITS} hint="Guests have no vote and count for nothing.">
    <Button onClick={() => onAdd(query.trim().slice(0, 100))}>Add {query.trim()}</Button>
  </EmptyState>
);

const SeveralUnits = ({
  person: { name, units },
  onCheckIn,
}: {
  person: NonNullable<ReturnType<typeof personOf>>;
  onCheckIn: () => void;
}) => (
  <section
    aria-label={`Units of ${name}`}
    className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-sunk px-4 py-2.5"
  >
    <p className="min-w-0 flex-1">
      <b className="font-semibold">{name}</b>{' '}
      <span className="text-ink-2">
        {units.map(({ unit, proxy_id }) => (proxy_id ? `${unit.label} (proxy)` : unit.label)).join(', ')}
      </span>
    </p>
    <Button variant="primary" onClick={onCheckIn}>
      Check in all {units.length}
    </Button>
  </section>
);

/** What the desk did last, with the way back. It keeps its place, so that the list does not jump. */
const LastTick = ({ ticks: { last, undo } }: { ticks: Ticks }) => (
  <div className="-my-2.5 flex min-h-9 touch:min-h-11 items-center justify-between gap-3">
    <p className={clsx('min-w-0 [overflow-wrap:anywhere]', last ? 'font-medium' : 'text-ink-3 max-md:hidden')}>
      {last?.words ?? 'Enter checks in the first hit. The arrow keys choose another.'}
    </p>
    {last && last.ids.length > 0 && (
      <Button size="small" variant="ghost" onClick={() => void undo()}>
        Undo
      </Button>
    )}
  </div>
);

const Guests = ({ names }: { names: readonly string[] }) =>
  names.length > 0 && (
    <p className="text-ink-2">
      <b className="font-semibold text-ink">Guests</b> {names.join(', ')}
    </p>
  );
