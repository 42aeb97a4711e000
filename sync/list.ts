import type { Entity } from '../schema/rows.ts';
import { predicate, type Where } from './where.ts';

type Definition<Row, Query> = {
  /** Also stored folded in the row's `search_text`: a change needs a migration that fills the column again. */
  searchText?(row: Row): string;
  /** Columns that name rows of other lists: a search also finds the rows that name one with all its words, in the first line of
   * its search text or in a row that it names. */
  linked?: { readonly [Field in keyof Row & string]?: Entity };
  /** Fields of a single value only: devices compare each distinct value once. */
  filters(query: Query): Where<Row> | readonly Where<Row>[];
  /** The order must be total: its last column is unique. */
  order(query: Query): readonly OrderKey<Row>[];
};

/** `rows` answers over any rows in any order. Devices answer from collections (sync/client/collection.ts) and the worker
 * from SQL (worker/queries/list.ts), both by the same definition. */
export type List<Row, Query> = Definition<Row, Query> & {
  rows<R extends Row>(rows: readonly R[], query: Query): R[];
};

/** `rows` returns a new array. A blank search matches every row, any other in their own text alone. */
export const defineList = <Row extends object, Query extends object>(
  definition: Definition<Row, Query>,
): List<Row, Query> => ({
  ...definition,
  rows: (rows, query) => sortRows(rows.filter(matches(definition, query)), definition.order(query), (row) => row),
});

export const termOf = (query: { search?: string } | object): string =>
  'search' in query ? fold((query.search ?? '').trim()) : '';

/** The words by which a search finds linked rows: a home may be spelled "5 Heron Court, Unit B". */
export const linkedWords = (query: { search?: string; isOwnText?: boolean } | object): string[] =>
  'isOwnText' in query && query.isOwnText
    ? []
    : termOf(query)
        .split(/[\s,]+/)
        .filter((word) => word !== '' && word !== 'unit');

export const alternatives = <Row>(filters: Where<Row> | readonly Where<Row>[]): readonly Where<Row>[] =>
  Array.isArray(filters) ? filters : [filters as Where<Row>];

const matches = <Row extends object, Query extends object>(
  { filters, searchText }: Definition<Row, Query>,
  query: Query,
) => {
  const term = termOf(query);
  const tests = alternatives(filters(query)).map((where) => predicate(where));
  return (row: Row): boolean =>
    tests.some((test) => test(row)) && (term === '' || !searchText || fold(searchText(row)).includes(term));
};

/** A new array of items, sorted by their rows. Each row's keys are made once, because folding a name at every comparison
 * would be most of the work. */
export const sortRows = <Item, Row>(
  items: readonly Item[],
  order: readonly OrderKey<Row>[],
  rowOf: (item: Item) => Row,
): Item[] => {
  const keys = order.map((key) => {
    const read = reader(key);
    return { descending: key.descending, values: items.map((item) => read(rowOf(item))) };
  });
  const compare = (a: number, b: number): number => {
    for (const { values, descending } of keys) {
      const sign = compareValues(values[a]!, values[b]!);
      if (sign !== 0) return descending ? -sign : sign;
    }
    return 0;
  };
  return items
    .map((_, at) => at)
    .sort(compare)
    .map((at) => items[at]!);
};

export const comparing = <Row>(order: readonly OrderKey<Row>[]): ((a: Row, b: Row) => number) => {
  const keys = order.map((key) => ({ descending: key.descending, read: reader(key) }));
  return (a, b) => {
    for (const { read, descending } of keys) {
      const sign = compareValues(read(a), read(b));
      if (sign !== 0) return descending ? -sign : sign;
    }
    return 0;
  };
};

const compareValues = (a: string | number, b: string | number): number => (a === b ? 0 : a < b ? -1 : 1);

const reader = <Row>(key: OrderKey<Row>): ((row: Row) => string | number) => {
  const { column, descending, ifNull, ifEmpty, ignoreCase, natural, among, undatedLast } = key;
  // Most are read as they are, some hundred thousand times at a start.
  if (!(ifNull || ifEmpty || ignoreCase || natural || among || undatedLast))
    return (row) => (row[column] as string | number | null) ?? '';
  return (row) => {
    let value = row[column] as string | number | null;
    if (ifNull && value === null) value = row[ifNull] as string;
    if (ifEmpty && value === '') value = row[ifEmpty] as string;
    if (undatedLast && !descending) return value ?? AFTER_ALL_DAYS;
    if (among) return among.indexOf(String(value));
    if (natural) return sortKey(naturalText(String(value ?? '')));
    return ignoreCase ? sortKey(String(value ?? '')) : (value ?? '');
  };
};

/** `ifNull` and `ifEmpty` name the column to use instead. `ignoreCase` ignores ASCII case only, as SQLite's lower()
 * does. `natural` ignores case, too, and has 2 before 10. `among` has the values in their order. `undatedLast` is for days: rows
 * without one come last in either direction. */
export type OrderKey<Row> = {
  column: keyof Row & string;
  descending?: boolean;
  ifNull?: keyof Row & string;
  ifEmpty?: keyof Row & string;
  ignoreCase?: boolean;
  natural?: boolean;
  among?: readonly string[];
  undatedLast?: boolean;
};

export const AFTER_ALL_DAYS = '9999';

/** Rows of the same instant are ordered by id, so that every device shows the same order. */
export const NEWEST_FIRST = [
  { column: 'created_at', descending: true },
  { column: 'id', descending: true },
] as const satisfies OrderKey<{ created_at: string; id: string }>[];

const OLDEST_FIRST = [{ column: 'created_at' }, { column: 'id' }] as const satisfies OrderKey<{
  created_at: string;
  id: string;
}>[];

/** The order of a list that is sorted by the name of one of `keys`, with '-' before it descending; `otherwise` ends it, and
 * is all of it for any other name. */
export const orderBy = <Row>(
  keys: Readonly<Record<string, OrderKey<Row>>>,
  sort: string | undefined,
  otherwise: readonly OrderKey<Row>[],
): readonly OrderKey<Row>[] => {
  const key = keys[sort?.replace('-', '') ?? ''];
  return key ? [{ ...key, descending: sort!.startsWith('-') }, ...otherwise] : otherwise;
};

/** That of a list whose newest come first: 'oldest', or as `orderBy` says. */
export const orderByAge = <Row extends { created_at: string; id: string }>(
  keys: Readonly<Record<string, OrderKey<Row>>>,
  sort: string | undefined,
): readonly OrderKey<Row>[] => (sort === 'oldest' ? OLDEST_FIRST : orderBy(keys, sort, NEWEST_FIRST));

/** Equals SQLite's lower(), which changes ASCII letters only. */
export const asciiLower = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Sorts like SQLite's `lower(text)`. SQLite compares code points; in UTF-16 order surrogates come before U+E000, so
 * the two ranges are swapped here. */
const sortKey = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : asciiLower(text).replace(/[\ud800-\uffff]/g, (half) => {
        const code = half.charCodeAt(0);
        return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800);
      });

/** How many numbers of a text count as such, and to how many digits they are filled up. */
export const NATURAL = { numbers: 3, zeros: '0000000000' } as const;

/** The text with its numbers filled up with zeros, so that its sort key has 2 before 10. A number after a letter that is
 * not ASCII does not count, because SQL cannot skip those (worker/queries/list.ts has the same in SQL). */
const naturalText = (text: string): string => {
  let [head, rest] = ['', text];
  for (let n = 0; n < NATURAL.numbers; n += 1) {
    const [whole, before = '', digits = ''] = /^([ -/:-~]*)([0-9]*)/.exec(rest)!;
    head += before + (digits && NATURAL.zeros.slice(digits.length) + digits);
    rest = rest.slice(whole.length);
  }
  return head + rest;
};

/** Search ignores case and treats the Greek final sigma like any other sigma. */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** Figures to which each row adds something of its own, so that a change takes one row's part away and adds another's.
 * `add` changes `totals`; `times` is -1 to take away. */
export type Tally<Row, Totals> = {
  zero(): Totals;
  add(totals: Totals, row: Row, times: 1 | -1): void;
};

export const tally = <Row, Totals>({ zero, add }: Tally<Row, Totals>, rows: readonly Row[]): Totals => {
  const totals = zero();
  for (const row of rows) add(totals, row, 1);
  return totals;
};

export const zeros = <Key extends string>(keys: readonly Key[]): Record<Key, number> =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
