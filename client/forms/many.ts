type Keyed = { id: string };

/** Those to change, and how many are left out because they may not be changed, or are so already. */
export const planOf = <Row extends Keyed>(
  rows: readonly Row[],
  { to, isDone = (row) => to !== undefined && isSame(row, to), may = () => true }: Plan<Row>,
): { due: Row[]; done: number; leftOut: number } => {
  const open = rows.filter((row) => !isDone(row));
  const due = open.filter(may);
  return { due, done: rows.length - open.length, leftOut: open.length - due.length };
};
type Plan<Row> = {
  to?: Partial<Row> | undefined;
  isDone?: ((row: Row) => boolean) | undefined;
  may?: ((row: Row) => boolean) | undefined;
};

/** Those that still are as the act has left them, as they are now. */
export const unchangedSince = <Row extends Keyed>(
  changed: readonly Row[],
  to: Partial<Row>,
  nowOf: (id: string) => Row | undefined,
): { row: Row; now: Row }[] =>
  changed.flatMap((row) => {
    const now = nowOf(row.id);
    return now && isSame(now, to) ? [{ row, now }] : [];
  });

const isSame = <Row>(row: Row, values: Partial<Row>): boolean =>
  Object.entries(values).every(([field, value]) => row[field as keyof Row] === value);
