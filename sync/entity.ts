import type { Entity, Rows } from '../schema/rows.ts';
import type { UploadFeature } from '../schema/uploads.ts';
import type { List } from './list.ts';
import type { OrderKey } from './order.ts';
import type { Actor, Synced } from './tx.ts';

/** Tells all that both sides know of an entity. The first load of a list has all of it, so it holds neither zod nor tables; what
 * the server alone asks is a ServerDescriptor. */
export type Descriptor<Row> = Synced<Row> & {
  /** The list that REST queries in SQL and devices keep sorted. */
  list?: List<Row, never>;
  /** Without a list: the order in which devices hold the rows, newest first if missing. */
  order?: readonly OrderKey<Row>[];
  /** When a device reads the rows into memory; 'on demand' suits many rows that no list shows all of. */
  load?: 'first' | 'last' | 'on demand';
  /** By mutator, the fields whose newer value it would overwrite, or send, without its author having seen it. */
  conflicts?: { readonly [mutation: string]: (row: Row, args: never) => string[] };
  /** The row as `conflicts` names its fields, where these are no columns. */
  compared?(row: Row): object;
  files?: {
    feature: UploadFeature;
    /** May the actor attach another file to this row? Missing where a row has one file, set by its own mutators. */
    mayAdd?(actor: Actor, row: Row): boolean;
  };
};

/** A feature exports `entities` that satisfy it; sync/index.ts asks for every entity. */
export type Descriptors = { [E in Entity]?: Descriptor<Rows[E]> };
