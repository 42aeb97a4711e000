import { type OrderKey, sortKey } from './order.ts';
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
  rows: (rows, query) => sortRows(rows.filter(matches(definition, query)), definition.order(query)),
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

/** A new array. Each row's keys are made once, because folding a name at every comparison would be most of the work. */
export const sortRows = <Row>(rows: readonly Row[], order: readonly OrderKey<Row>[]): Row[] => {
  const keys = order.map((key) => ({ values: rows.map(reader(key)), sign: key.descending ? -1 : 1 }));
  const compare = (a: number, b: number): number => {
    for (const { values, sign } of keys) {
      const [one, other] = [values[a]!, values[b]!];
      if (one !== other) return one < other ? -sign : sign;
    }
    return 0;
  };
  return rows
    .map((_, at) => at)
    .sort(compare)
    .map((at) => rows[at]!);
};

export const comparing = <Row>(order: readonly OrderKey<Row>[]): ((a: Row, b: Row) => number) => {
  const keys = order.map((key) => ({ read: reader(key), sign: key.descending ? -1 : 1 }));
  return (a, b) => {
    for (const { read, sign } of keys) {
      const [one, other] = [read(a), read(b)];
      if (one !== other) return one < other ? -sign : sign;
    }
    return 0;
  };
};

const reader =
  <Row>({ column, ifNull, ifEmpty, ignoreCase }: OrderKey<Row>) =>
  (row: Row): string | number => {
    let value = row[column] as string | number | null;
    if (ifNull && value === null) value = row[ifNull] as string;
    if (ifEmpty && value === '') value = row[ifEmpty] as string;
    return ignoreCase ? sortKey(String(value ?? '')) : (value ?? '');
  };
