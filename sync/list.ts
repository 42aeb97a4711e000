import { cachedSort, type OrderKey, sortKey } from './order.ts';
import { fold, foldedText } from './search.ts';
import { predicate, type Where } from './where.ts';

type Definition<Row, Query> = {
  /** Also stored folded in the row's `search_text`: a change needs a migration that fills the column again. */
  searchText?(row: Row): string;
  filters(query: Query): Where<Row> | readonly Where<Row>[];
  /** The order must be total: its last column is unique. */
  order(query: Query): readonly OrderKey<Row>[];
};

/** Clients use `rows`; worker/queries/list.ts generates SQL from the same definition. */
export type List<Row, Query> = Definition<Row, Query> & {
  rows<R extends Row>(rows: readonly R[], query: Query): R[];
};

/** `rows` returns a new array. A blank search matches every row. */
export const defineList = <Row extends object, Query extends object>(
  definition: Definition<Row, Query>,
): List<Row, Query> => ({
  ...definition,
  rows: (rows, query) => sorted(rows, definition.order(query)).filter(matches(definition, query)),
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
    tests.some((test) => test(row)) &&
    (term === '' || !searchText || foldedText(row, () => searchText(row)).includes(term));
};

const sorts = new Map<string, ReturnType<typeof cachedSort<object>>>();

const sorted = <Row extends object>(rows: readonly Row[], order: readonly OrderKey<Row>[]): readonly Row[] => {
  const name = JSON.stringify(order);
  const sort = sorts.get(name) ?? cachedSort(comparing(order) as (a: object, b: object) => number);
  sorts.set(name, sort);
  return sort(rows);
};

const comparing = <Row>(order: readonly OrderKey<Row>[]) => {
  const keys = order.map((key) => ({ read: reader(key), sign: key.descending ? -1 : 1 }));
  return (a: Row, b: Row): number => {
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
