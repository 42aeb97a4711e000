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
