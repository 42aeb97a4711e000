import type { InStatement, Row, Value } from '@libsql/client';
import type { Entity, Rows } from '../../schema/rows.ts';
import { shapes } from '../../sync/server/tables.ts';
import { json } from './query.ts';

/** Selects rows of one HOA by a condition on `t`; `rowsOf` reads the result. */
export const selectRows = (
  entity: Entity,
  hoa_id: string,
  condition = 'TRUE',
  args: readonly Value[] = [],
): InStatement => ({
  sql: `SELECT ${shapes[entity].json} AS row FROM ${shapes[entity].name} t WHERE t.hoa_id = ? AND ${condition}`,
  args: [hoa_id, ...args],
});

/** The rows of an entity as devices have them, of a statement that selects their JSON as `row`. */
export const rowsOf = <E extends Entity>(results: readonly Row[] = []): Rows[E][] =>
  results.map(({ row }) => json<Rows[E]>(row));
