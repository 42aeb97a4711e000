import type { Edits } from './edits.ts';
import * as schema from './index.ts';
import { ENTITY, type RowOf } from './tables/columns.ts';

type Schema = typeof schema;
type EntityOf<Table> = Table extends { [ENTITY]: infer Name extends string } ? Name : never;
type Tables = { [Name in keyof Schema as EntityOf<Schema[Name]>]: Schema[Name] };

/** The table of each synced entity. */
export const tables = Object.fromEntries(
  Object.values(schema).flatMap((table) => (ENTITY in table ? [[table[ENTITY], table]] : [])),
) as Tables;

type RowOfEntity = { [E in keyof Tables]: RowOf<Tables[E]> };
/** The rows of the synced entities. Client keys are `entity/id`. */
export interface Rows extends RowOfEntity {}

export type Entity = keyof Rows;

/** A row as mutators write it: the store sets `hoa_id` and `rev`. */
export type Unsaved<Row> = Omit<Row, 'hoa_id' | 'rev' | 'edits'> & {
  hoa_id?: string;
  rev?: number;
  edits?: Edits | null;
};
