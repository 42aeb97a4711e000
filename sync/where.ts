/** `below` and `from` compare texts, together they are a span; `has` tests a list. */
export type Test =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | { below: string }
  | { from: string; below?: string | undefined }
  | { has: string };

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
  if ('from' in test) return (value as string) >= test.from && (!test.below || (value as string) < test.below);
  if ('below' in test) return (value as string) < test.below;
  return test.includes(value as string);
};

export const chosen = (values: readonly string[] | undefined): readonly string[] | undefined =>
  values?.length ? values : undefined;
