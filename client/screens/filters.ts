import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState, useSearchParams } from '../location.ts';

/** How one filter stands in an address: '' is `none`, and a word that means nothing counts for nothing. */
type Field<T> = { none: T; read(word: string): T; write(value: T): string };
type Fields<Filters> = { [Name in keyof Filters]: Field<Filters[Name]> };

/** What is typed into the search box. */
export const text: Field<string> = { none: '', read: (word) => word, write: (value) => value };
/** Any of some words. */
export const words = <Word extends string>(known: readonly Word[]): Field<readonly Word[]> => ({
  none: [],
  read: (word) => known.filter((one) => word.split(',').includes(one)),
  write: (value) => value.join(','),
});
/** One of some words, the first unless told. */
export const choice = <const Words extends readonly [string, ...string[]]>(known: Words): Field<Words[number]> => ({
  none: known[0],
  read: (word) => known.find((one) => one === word) ?? known[0],
  write: (value) => (value === known[0] ? '' : value),
});
/** One of some words, or null. */
export const optional = <Word extends string>(known: readonly Word[]): Field<Word | null> => ({
  none: null,
  read: (word) => known.find((one) => one === word) ?? null,
  write: (value) => value ?? '',
});

/** Browsers ignore addresses that change too often. */
const PAUSE_MS = 300;
const PAGE = 10;

const namesOf = <Filters>(fields: Fields<Filters>) => Object.keys(fields) as (keyof Filters & string)[];
const each = <Filters>(fields: Fields<Filters>, make: (name: keyof Filters & string) => unknown): Filters =>
  Object.fromEntries(namesOf(fields).map((name) => [name, make(name)])) as unknown as Filters;

/** What an address asks for. */
const parse = <Filters>(fields: Fields<Filters>, params: URLSearchParams): Filters =>
  each(fields, (name) => fields[name].read(params.get(name) ?? ''));

/** The address of a list with these filters. */
export const filterPath = <Filters>(fields: Fields<Filters>, path: string, changes: Partial<Filters>): string => {
  const filters = { ...each(fields, (name) => fields[name].none), ...changes };
  const written = namesOf(fields).map((name) => [name, fields[name].write(filters[name])]);
  const params = new URLSearchParams(written.filter(([, word]) => word !== ''));
  return params.size > 0 ? `${path}?${params}` : path;
};

/**
 * A list's filters, which live in the address, so that back, forward and sharing work; how many rows are shown lives
 * beside it. What is typed answers at once and reaches the address at the next pause, or by `flush`.
 */
export const useListFilters = <Filters>(fields: Fields<Filters>) => {
  const params = useSearchParams();
  const [path, navigate] = useLocation();
  const revealed = useHistoryState<{ shown?: number } | null>()?.shown ?? PAGE;
  const [typed, setTyped] = useState<string | null>(null);
  const settled = useMemo(() => parse(fields, params), [fields, params]);
  const filters = useMemo(() => (typed === null ? settled : { ...settled, search: typed }), [settled, typed]);
  const set = (changes: Partial<Filters>, replace = false) => {
    setTyped(null);
    navigate(filterPath(fields, path, { ...filters, ...changes }), { replace });
  };
  const flush = () => typed !== null && set({}, true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause counts from the last key
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(flush, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    filters,
    set,
    type: setTyped,
    flush,
    clear: () => set(each(fields, (name) => fields[name].none)),
    active: filterPath(fields, path, filters) !== path,
    shown: typed === null ? revealed : PAGE,
    showMore: () => navigate(filterPath(fields, path, filters), { replace: true, state: { shown: revealed + PAGE } }),
  };
};
