/** Comparisons of numbers, or of texts; all must hold, and none does of null. */
type Range = { [Name in keyof typeof COMPARISONS]?: string | number | undefined };

/** `has` tests a list. */
export type Test = string | number | boolean | null | readonly string[] | Range | { has: string };

/** A row condition as data: `predicate` evaluates it, worker/queries/sql.ts turns it into SQL. Every field must match;
 * undefined matches anything. */
export type Where<Row> = { readonly [Field in keyof Row]?: Test | undefined };

export const testsOf = <Row>(where: Where<Row>): [keyof Row & string, Test][] =>
  Object.entries(where).filter((entry): entry is [keyof Row & string, Test] => entry[1] !== undefined);

export const predicate = <Row>(where: Where<Row>): ((row: Row) => boolean) => {
  const tests = testsOf(where);
  return (row) => tests.every(([field, test]) => holds(row[field], test));
};

export const holds = (value: unknown, test: Test): boolean => {
  if (test === null || typeof test !== 'object') return value === test;
  if ('has' in test) return (value as readonly string[]).includes(test.has);
  if (isList(test)) return test.includes(value as string);
  return comparisonsOf(test).every(({ compare, bound }) => value !== null && compare(value as string | number, bound));
};

type Value = string | number;

const COMPARISONS = {
  gt: { sql: '>', compare: (a: Value, b: Value) => a > b },
  gte: { sql: '>=', compare: (a: Value, b: Value) => a >= b },
  lt: { sql: '<', compare: (a: Value, b: Value) => a < b },
  lte: { sql: '<=', compare: (a: Value, b: Value) => a <= b },
} as const;

/** The comparisons that a range asks for, each with its operator in SQL. */
export const comparisonsOf = (range: Range) =>
  Object.entries(COMPARISONS).flatMap(([name, comparison]) => {
    const bound = range[name as keyof Range];
    return bound === undefined ? [] : [{ ...comparison, bound }];
  });

export const isList = (test: Range | readonly string[]): test is readonly string[] => Array.isArray(test);

export const chosen = (values: readonly string[] | undefined): readonly string[] | undefined =>
  values?.length ? values : undefined;
