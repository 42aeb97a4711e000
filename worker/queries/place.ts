import { invalidCursor } from '../http/cursor.ts';
import type { Key } from '../http/rest-shapes.ts';
import type { Condition } from './sql.ts';

/** One of the columns by which a page is sorted, as an expression. */
export type PageKey = { sql: string; descending: boolean };

/** The rows after the one with these keys. A null comes first, as SQLite sorts it. Throws HttpError 400. */
export const afterSql = (keys: readonly PageKey[], values: readonly Key[]): Condition => {
  if (values.length !== keys.length) throw invalidCursor();
  const equal = keys.map(({ sql }, at): Condition => ({ sql: `(${sql}) IS ?`, args: [values[at] ?? null] }));
  const either = keys.map((key, at) => [...equal.slice(0, at), beyond(key, values[at] ?? null)]);
  return {
    sql: `(${either.map((tests) => `(${tests.map(({ sql }) => sql).join(' AND ')})`).join(' OR ')})`,
    args: either.flatMap((tests) => tests.flatMap(({ args }) => args)),
  };
};

const beyond = ({ sql, descending }: PageKey, value: Key): Condition => {
  if (value === null) return { sql: descending ? 'FALSE' : `(${sql}) IS NOT NULL`, args: [] };
  const ahead = descending ? `((${sql}) < ? OR (${sql}) IS NULL)` : `(${sql}) > ?`;
  return { sql: ahead, args: [value] };
};
