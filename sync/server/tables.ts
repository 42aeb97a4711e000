import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { addresses } from '../../schema/addresses.ts';
import { announcement_deliveries, announcement_reads, announcements } from '../../schema/announcements.ts';
import { documents } from '../../schema/documents.ts';
import { dues } from '../../schema/dues.ts';
import { failed_jobs } from '../../schema/failed-jobs.ts';
import { hoas } from '../../schema/hoas.ts';
import { invoices, payments } from '../../schema/invoices.ts';
import { request_comments, requests } from '../../schema/requests.ts';
import type { Entity } from '../../schema/rows.ts';
import { refusals } from '../../schema/sync.ts';
import { users } from '../../schema/users.ts';
import { violation_messages, violations } from '../../schema/violations.ts';
import { lists } from '../index.ts';
import type { List } from '../list.ts';
import { fold } from '../search.ts';

/** Parents come before children. */
export const tables: Record<Entity, SQLiteTable> = {
  hoa: hoas,
  address: addresses,
  user: users,
  request: requests,
  requestComment: request_comments,
  announcement: announcements,
  announcementDelivery: announcement_deliveries,
  announcementRead: announcement_reads,
  document: documents,
  violation: violations,
  violationMessage: violation_messages,
  due: dues,
  invoice: invoices,
  payment: payments,
  failedJob: failed_jobs,
  refusal: refusals,
};

/** Rich text columns, which ServerTx sanitizes at each write. */
export const richColumns: Partial<Record<Entity, readonly string[]>> = {
  request: ['description'],
  requestComment: ['message'],
  announcement: ['message'],
  violation: ['message'],
  violationMessage: ['message'],
};

type Shape = {
  name: string;
  columns: { name: string; kind: string; encode(row: Record<string, unknown>): string | number | null }[];
  /** SQL that renders a row aliased `t` as JSON in its TypeScript shape. */
  json: string;
};

const SEARCH_TEXT = 'search_text';

const shapeOf = (entity: Entity, table: SQLiteTable): Shape => {
  const columns = Object.values(getTableColumns(table)).map((column) => ({
    name: column.name,
    kind: column.dataType,
    encode: column.name === SEARCH_TEXT ? (row: object) => searchTextOf(entity, row) : encoderOf(column),
  }));
  const pairs = columns
    .filter(({ name }) => name !== SEARCH_TEXT)
    .map(({ name, kind }) => `'${name}', ${jsonValue(name, kind)}`);
  return { name: getTableName(table), columns, json: `json_object(${pairs.join(', ')})` };
};

const encoderOf = (column: SQLiteColumn) => (row: Record<string, unknown>) => {
  const value = row[column.name];
  return value === null || value === undefined ? null : (column.mapToDriverValue(value) as string | number);
};

/** Throws if the entity's list declares no search text. */
export const searchTextOf = (entity: Entity, row: object): string => {
  const list = (lists as Partial<Record<Entity, List<object, never>>>)[entity];
  if (!list?.searchText) throw new Error(`No list says what is searched of ${entity}`);
  return fold(list.searchText(row));
};

const jsonValue = (name: string, kind: string) => {
  if (kind === 'json') return `json(t.${name})`;
  if (kind === 'boolean') return `json(iif(t.${name}, 'true', 'false'))`;
  return `t.${name}`;
};

export const shapes = Object.fromEntries(
  Object.entries(tables).map(([entity, table]) => [entity, shapeOf(entity as Entity, table)]),
) as Record<Entity, Shape>;
