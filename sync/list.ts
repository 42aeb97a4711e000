import { naturalText, type OrderKey, sortKey } from './order.ts';
import { fold } from './search.ts';
import { predicate, type Where } from './where.ts';

type Definition<Row, Query> = {
  /** Also stored folded in the row's `search_text`: a change needs a migration that fills the column again. */
  searchText?(row: Row): string;
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

/** `rows` returns a new array. A blank search matches every row. */
export const defineList = <Row extends object, Query extends object>(
  definition: Definition<Row, Query>,
): List<Row, Query> => ({
  ...definition,
  rows: (rows, query) => sortRows(rows.filter(matches(definition, query)), definition.order(query), (row) => row),
});

export const termOf = (query: { search?: string } | object): string =>
  'search' in query ? fold((query.search ?? '').trim()) : '';

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

const reader =
  <Row>({ column, ifNull, ifEmpty, ignoreCase, natural }: OrderKey<Row>) =>
  (row: Row): string | number => {
    let value = row[column] as string | number | null;
    if (ifNull && value === null) value = row[ifNull] as string;
    if (ifEmpty && value === '') value = row[ifEmpty] as string;
    if (natural) return sortKey(naturalText(String(value ?? '')));
    return ignoreCase ? sortKey(String(value ?? '')) : (value ?? '');
  };
