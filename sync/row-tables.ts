import type { PatchOperation, PullAnswer, RowTable } from './protocol.ts';

type Put = Extract<PatchOperation, { op: 'put' }>;

/** Smaller patches stay as they are. */
const MIN_PUTS = 50;

/** Moves the rows of a patch into tables. */
export const packRows = (answer: PullAnswer): PullAnswer => {
  const rows = answer.patch.filter((operation): operation is Put => isRow(operation));
  if (rows.length < MIN_PUTS) return answer;
  const tables: RowTable[] = [];
  for (const { key, value } of rows) {
    const entity = key.slice(0, key.indexOf('/'));
    const row = value as Record<string, unknown>;
    const columns = Object.keys(row).filter((column) => row[column] !== undefined);
    const table = tables.findLast((one) => one.entity === entity && isEqual(one.columns, columns));
    const values = columns.map((column) => row[column]);
    if (table) table.rows.push(values);
    else tables.push({ entity, columns, rows: [values] });
  }
  return { ...answer, patch: answer.patch.filter((operation) => !isRow(operation)), tables };
};

/** The reverse of `packRows`; a row's key is `entity/id`. */
export const unpackRows = ({ tables = [], ...answer }: PullAnswer): PullAnswer => ({
  ...answer,
  patch: [...answer.patch, ...tables.flatMap(putsOf)],
});

const putsOf = ({ entity, columns, rows }: RowTable): Put[] =>
  rows.map((values) => {
    const value: Record<string, unknown> = {};
    for (let at = 0; at < columns.length; at += 1) value[columns[at]!] = values[at];
    return { op: 'put', key: `${entity}/${value.id}`, value };
  });

const isEqual = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every((column, at) => column === other[at]);

const isRow = (operation: PatchOperation): boolean => {
  if (operation.op !== 'put' || operation.key.startsWith('meta/')) return false;
  const { id } = operation.value as { id?: unknown };
  return operation.key.endsWith(`/${id}`);
};
