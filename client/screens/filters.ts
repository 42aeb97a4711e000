import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState, useSearchParams } from '../device/location.ts';

/** How one filter is written in an address: not at all while it is `empty`. What `parse` does not know counts as empty. */
type Filter<Value> = { empty: Value; parse(text: string): Value; format(value: Value): string };
type FilterSet<Filters> = { [Name in keyof Filters]: Filter<Filters[Name]> };

export const textFilter: Filter<string> = { empty: '', parse: (text) => text, format: (value) => value };

export const multiFilter = <Option extends string>(options: readonly Option[]): Filter<readonly Option[]> => ({
  empty: [],
  parse: (text) => options.filter((option) => text.split(',').includes(option)),
  format: (value) => value.join(','),
});

export const flagFilter: Filter<boolean> = {
  empty: false,
  parse: (text) => text === 'true',
  format: (value) => (value ? 'true' : ''),
};

/** One of `options`, by default the first. */
export const choiceFilter = <const Options extends readonly [string, ...string[]]>(
  options: Options,
): Filter<Options[number]> => ({
  empty: options[0],
  parse: (text) => options.find((option) => option === text) ?? options[0],
  format: (value) => (value === options[0] ? '' : value),
});

/** One of `options`, or null. */
export const optionalFilter = <Option extends string>(options: readonly Option[]): Filter<Option | null> => ({
  empty: null,
  parse: (text) => options.find((option) => option === text) ?? null,
  format: (value) => value ?? '',
});

const valuesOf = <Filters>(set: FilterSet<Filters>, of: (name: keyof Filters & string) => unknown): Filters =>
  Object.fromEntries(namesOf(set).map((name) => [name, of(name)])) as unknown as Filters;
const namesOf = <Filters>(set: FilterSet<Filters>) => Object.keys(set) as (keyof Filters & string)[];

export const parseFilters = <Filters>(set: FilterSet<Filters>, params: URLSearchParams): Filters =>
  valuesOf(set, (name) => set[name].parse(params.get(name) ?? ''));
const emptyOf = <Filters>(set: FilterSet<Filters>): Filters => valuesOf(set, (name) => set[name].empty);

const isSet = <Value>({ empty, format }: Filter<Value>, value: Value) => format(value) !== format(empty);

/** The address of a list with these filters; the others are empty. */
export const filterPath = <Filters>(set: FilterSet<Filters>, path: string, changes: Partial<Filters>): string => {
  const filters = { ...emptyOf(set), ...changes };
  const entries = namesOf(set).map((name) => [name, set[name].format(filters[name])]);
  const params = new URLSearchParams(entries.filter(([, text]) => text !== ''));
  return params.size > 0 ? `${path}?${params}` : path;
};

/** Browsers ignore addresses that change too often. */
const PAUSE_MS = 300;
const PAGE_SIZE = 10;
/** Each press shows twice as many rows, and that after so many all: tables draw those in view. */
const BEFORE_ALL = 80;

/** A list's filters, which live in the address so that back, forward and sharing work; how many rows are `shown` lives in
 * the history state. A typed search filters at once and reaches the address at the next pause, or by `flushSearch`. */
export const useListFilters = <Filters>(set: FilterSet<Filters>) => {
  const params = useSearchParams();
  const [path, navigate] = useLocation();
  const revealed = useHistoryState<{ shown?: number } | null>()?.shown ?? PAGE_SIZE;
  const [typed, setTyped] = useState<string | null>(null);
  const inAddress = useMemo(() => parseFilters(set, params), [set, params]);
  const filters = useMemo(() => (typed === null ? inAddress : { ...inAddress, search: typed }), [inAddress, typed]);
  const change = (changes: Partial<Filters>, replace = false) => {
    setTyped(null);
    navigate(filterPath(set, path, { ...filters, ...changes }), { replace });
  };
  const flushSearch = () => typed !== null && change({}, true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause counts from the last key
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(flushSearch, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    filters,
    set: change,
    setSearch: setTyped,
    flushSearch,
    clear: () => change(emptyOf(set)),
    active: filterPath(set, path, filters) !== path,
    activeCount: namesOf(set).filter((name) => name !== 'search' && isSet(set[name], filters[name])).length,
    shown: typed === null ? revealed : PAGE_SIZE,
    showMore: () =>
      navigate(filterPath(set, path, filters), {
        replace: true,
        state: { shown: revealed < BEFORE_ALL ? revealed * 2 : Infinity },
      }),
  };
};
