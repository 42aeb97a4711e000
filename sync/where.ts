/** What one field must be: a value, one of several, less than or at least a text, or a list that has a value. */
export type Test =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | { below: string }
  | { from: string }
  | { has: string };

/** A condition on a row as data: `predicate` tests rows with it, worker/queries/sql.ts makes SQL of it. Every field must
 * hold; one that is undefined is no condition. */
export type Where<Row> = { readonly [Field in keyof Row]?: Test | undefined };

export const testsOf = <Row>(where: Where<Row>): [keyof Row & string, Test][] =>
  Object.entries(where).filter((entry): entry is [keyof Row & string, Test] => entry[1] !== undefined);

export const predicate = <Row>(where: Where<Row>): ((row: Row) => boolean) => {
  const tests = testsOf(where);
  return (row) => tests.every(([field, test]) => holds(row[field], test));
};

const holds = (value: unknown, test: Test): boolean => {
  if (test === null || typeof test !== 'object') return value === test;
  if ('has' in test) return (value as readonly string[]).includes(test.has);
  if ('below' in test) return (value as string) < test.below;
  if ('from' in test) return (value as string) >= test.from;
  return test.includes(value as string);
};

/** A filter's chosen values: none chosen is no condition. */
export const chosen = (values: readonly string[] | undefined): readonly string[] | undefined =>
  values?.length ? values : undefined;
