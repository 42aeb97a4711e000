import { type KeyboardEvent, useMemo, useState } from 'react';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { isTimeImplausible } from '../../../sync/meetings/facts/fact-time.ts';
import { ofKind } from '../../../sync/meetings/facts/heads.ts';
import { type Filter, rowsOf, useSpokenHits } from './check-in-parts.tsx';
import { findUnits, type Hit, personOf } from './find-units.ts';
import { useDeskIndex } from './model.ts';

export type UnitSearch = ReturnType<typeof useUnitSearch>;

/** The hits of the query, and the units of the filter, which are shown where there is none. Enter checks in the hit `at`. */
export const useUnitSearch = (books: MeetingBooks) => {
  const [query, setQuery] = useState('');
  const [chosen, choose] = useState(0);
  const [filter, setFilter] = useState<Filter>('all');
  const { presence } = books;
  const index = useDeskIndex(books);
  const hits = useMemo(() => findUnits(index, query), [index, query]);
  const toCheck = useMemo(() => unitsToCheck(books), [books]);
  const isSearching = query.trim() !== '';
  const listed = useMemo(
    () => rowsOf(index.entries, presence.units, filter, toCheck),
    [index, presence, filter, toCheck],
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
  return { query, search, filter, show, isSearching, hits, at, choose, listed, person, presence, toCheck };
};

export const keysOf =
  ({ query, search, hits, at, choose }: UnitSearch, checkIn: (hit: Hit) => void) =>
  (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && query) search('');
    else if (event.key === 'Enter' && hits[at]) checkIn(hits[at]);
    else if (step && hits.length > 0) choose(Math.max(0, Math.min(at + step, hits.length - 1)));
    else return;
    event.preventDefault();
  };

/** Units with a check-in whose time is to be checked. */
const unitsToCheck = (books: MeetingBooks): ReadonlySet<string> =>
  new Set(
    [...ofKind(books, 'arrived'), ...ofKind(books, 'left')]
      .filter((fact) => isTimeImplausible(fact, books.meeting))
      .map(({ subject }) => subject ?? ''),
  );
