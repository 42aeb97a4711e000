import { Search } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { useEver } from '../../ui/frozen.ts';
import { EmptyState } from '../../ui/list.tsx';
import { lazyPart, usePreload } from '../../ui/on-demand.ts';
import { targetOf, targetsOf } from './check-in.ts';
import { FILTERS, FilterButtons, Guests, LastTick, NoHits, SearchField, SeveralUnits } from './check-in-parts.tsx';
import type { Hit } from './find-units.ts';
import type { Ticks } from './ticks.ts';
import { UnitList } from './unit-list.tsx';
import { keysOf, type UnitSearch, useUnitSearch } from './unit-search.ts';

const UnitDialog = lazyPart(() => import('./unit-dialog.tsx'));
/** The desk may lose its connection before the first unit is opened or the first proxy on paper comes. */
const PRELOADED = [UnitDialog, { preload: () => import('./paper-proxy.tsx') }];

type Props = { books: MeetingBooks; ticks: Ticks; children: ReactNode };

/** Finding units and checking them in. `children` stands beside the filters. */
export const CheckInPanel = ({ books, ticks, children }: Props) => {
  const [open, setOpen] = useState<string | null>(null);
  const wasOpened = useEver(open !== null);
  const list = useUnitSearch(books);
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
      <UnitList meeting={books.meeting} list={list} onCheckIn={checkIn} onLeave={ticks.leave} onOpen={setOpen}>
        {isSearching
          ? list.hits.length === 0 && <NoHits query={query} onAdd={(name) => record(() => ticks.addGuest(name))} />
          : list.listed.length === 0 && <EmptyState icon={Search} title={FILTERS[list.filter].none} />}
      </UnitList>
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
const useEntry = (search: UnitSearch['search'], ticks: Ticks) => {
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
