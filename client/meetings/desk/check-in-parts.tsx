import { clsx } from 'clsx';
import { Search, UserPlus } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import type { UnitPresence } from '../../../sync/meetings/books.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format.ts';
import { EmptyState } from '../../ui/list.tsx';
import { announce } from '../announcer.tsx';
import type { Hit, Person } from './find-units.ts';
import type { Ticks } from './ticks.ts';

export type Filter = 'all' | 'absent' | 'present' | 'check';
type Has = (of: UnitPresence, toCheck: ReadonlySet<string>) => boolean;
export const FILTERS: Record<Filter, { label: string; none: string; has: Has }> = {
  all: { label: 'All', none: 'The roll is empty.', has: () => true },
  absent: { label: 'Absent', none: 'Everyone is here.', has: ({ way }) => way === null },
  present: { label: 'Present', none: 'No one is here yet.', has: ({ way }) => way !== null },
  check: {
    label: 'To Check',
    none: 'Nothing to check.',
    has: ({ unit, note, no_vote, way }, toCheck) =>
      note !== null || (way !== null && no_vote !== null) || toCheck.has(unit.id),
  },
};

type Units = ReadonlyMap<string, UnitPresence>;

export const rowsOf = (
  entries: readonly { unit: Hit['unit'] }[],
  units: Units,
  filter: Filter,
  toCheck: ReadonlySet<string>,
): Hit[] =>
  entries
    .filter(({ unit }) => {
      const of = units.get(unit.id);
      return of && FILTERS[filter].has(of, toCheck);
    })
    .map(({ unit }) => ({ unit, person: null, proxy_id: null, isResident: false }));

export const FilterButtons = ({
  filter,
  onChange,
  units,
  toCheck,
}: {
  filter: Filter | null;
  onChange: (filter: Filter) => void;
  units: Units;
  toCheck: ReadonlySet<string>;
}) => (
  <fieldset className="flex flex-wrap gap-1.5">
    <legend className="sr-only">Show</legend>
    {(Object.keys(FILTERS) as Filter[]).map((name) => {
      const count = [...units.values()].filter((of) => FILTERS[name].has(of, toCheck)).length;
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

export const SearchField = ({
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
      Press Enter to check in the first match. Use the arrow keys to choose another.
    </span>
  </div>
);

/** Announces the hits to a person who does not see the list. */
export const useSpokenHits = (query: string, hits: readonly Hit[], at: number) => {
  const asked = query.trim();
  useEffect(() => {
    if (asked === '') return;
    const hit = hits[at];
    const enter = (of: Hit) => (of.isResident ? `adds ${of.person} as a guest` : `checks in ${of.unit.label}`);
    announce(hit ? `${formatCount(hits.length)} found. Enter ${enter(hit)}.` : NO_HITS);
  }, [asked, hits, at]);
};

const NO_HITS = 'No unit or name matches. Add a guest?';

export const NoHits = ({ query, onAdd }: { query: string; onAdd: (name: string) => void }) => (
  <EmptyState icon={UserPlus} title={NO_HITS} hint="Guests don’t vote or count toward quorum.">
    <Button onClick={() => onAdd(query.trim().slice(0, 100))}>Add {query.trim()}</Button>
  </EmptyState>
);

export const SeveralUnits = ({ person: { name, units }, onCheckIn }: { person: Person; onCheckIn: () => void }) => (
  <section
    aria-label={`${name}’s units`}
    className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-sunk px-4 py-2.5"
  >
    <p className="min-w-0 flex-1">
      <b className="font-semibold">{name}</b>{' '}
      <span className="text-ink-2">
        {units.map(({ unit, proxy_id }) => (proxy_id ? `${unit.label} (proxy)` : unit.label)).join(', ')}
      </span>
    </p>
    <Button variant="primary" onClick={onCheckIn}>
      Check In All {units.length}
    </Button>
  </section>
);

/** The last action of the desk, with Undo. It keeps its place, so that the list does not jump. */
export const LastTick = ({ ticks: { last, undo } }: { ticks: Ticks }) => (
  <div
    className={clsx('-my-2.5 flex min-h-9 items-center justify-between gap-3 touch:min-h-11', !last && 'max-md:hidden')}
  >
    <p className={clsx('min-w-0 [overflow-wrap:anywhere]', last ? 'font-medium' : 'text-ink-3 max-md:hidden')}>
      {last?.words ?? 'Press Enter to check in the first match. Use the arrow keys to choose another.'}
    </p>
    {last && last.ids.length > 0 && (
      <Button size="small" variant="ghost" onClick={() => void undo()}>
        Undo
      </Button>
    )}
  </div>
);

export const Guests = ({ names }: { names: readonly string[] }) =>
  names.length > 0 && (
    <p className="text-ink-2">
      <b className="font-semibold text-ink">Guests</b> {names.join(', ')}
    </p>
  );
