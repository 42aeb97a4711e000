import type { InStatement, Row } from '@libsql/client';
import type { Entity, Rows } from '../../schema/rows.ts';
import { entities, type Lists } from '../../sync/index.ts';
import { AFTER_ALL_DAYS, type List, linkedWords, NATURAL, type OrderKey, termOf } from '../../sync/list.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Where } from '../../sync/where.ts';
import type { Deps } from '../deps.ts';
import { invalidCursor } from '../http/cursor.ts';
import type { Found, Key, Paging } from '../http/rest-shapes.ts';
import { type Changes, changesOf } from './changes.ts';
import { afterSql, type PageKey } from './place.ts';
import { queryBatch } from './query.ts';
import { all, any, type Condition, visibleTo, whereSql } from './sql.ts';

export type Page = {
  table: string;
  where: Condition;
  keys: readonly PageKey[];
  order: string;
  paging: Paging;
  /** The rows that have changed, as `changesOf` reads them, instead of all of the table. */
  changes?: Changes;
  /** The arguments of `table`, where it is a query. */
  tableArgs?: Condition['args'];
};

export const ONE: Paging = { page: 1, limit: 1 };

/** `list.rows` in SQL, over the rows that the viewer may see and that match `only`. */
export const pageOf = <E extends keyof Lists>(
  viewer: Actor,
  entity: E,
  query: Parameters<Lists[E]['filters']>[0],
  paging: Paging,
  only: Where<Rows[E]> | readonly Where<Rows[E]>[] = {},
): Page => {
  const list = entities[entity].list as unknown as List<Rows[E], typeof query>;
  const page = pageOfList(viewer, entity, list, query, paging);
  return { ...page, where: all([page.where, whereSql(only)]) };
};

/** The same for a list that devices do not keep sorted. */
export const pageOfList = <E extends Entity, Row, Query extends object>(
  viewer: Actor,
  entity: E,
  list: List<Row, Query>,
  query: Query,
  paging: Paging,
): Page => {
  const where = all([visibleTo(viewer, entity), whereSql(list.filters(query)), ...searched(viewer, list, query)]);
  const keys = list.order(query).map((key) => ({ sql: keySql(key, 't'), descending: key.descending === true }));
  return pageOfTable(viewer, entity, { where, keys, paging });
};

/** A page of the rows of an entity; those that have changed where these are asked for, in the order of their changes. */
export const pageOfTable = (viewer: Actor, entity: Entity, page: Pick<Page, 'where' | 'keys' | 'paging'>): Page => {
  const table = shapes[entity].name;
  if (page.paging.asked?.since === undefined) return { ...page, table, order: orderOf(page.keys) };
  const changes = changesOf(viewer, entity, page.paging.asked);
  return { ...page, table, changes, keys: BY_CHANGE, order: orderOf(BY_CHANGE) };
};

const BY_CHANGE: readonly PageKey[] = [{ sql: 't.position', descending: false }];

const orderOf = (keys: readonly PageKey[]) =>
  keys.map(({ sql, descending }) => `${sql}${descending ? ' DESC' : ''}`).join(', ');

const fromOf = ({ table, tableArgs = [], changes }: Page): Condition =>
  changes
    ? {
        sql: `(SELECT t.*, c.position FROM (${changes.sql}) c CROSS JOIN ${table} t ON t.id = c.id)`,
        args: [...changes.args, ...tableArgs],
      }
    : { sql: table, args: tableArgs };

const searched = <Row, Query extends object>(viewer: Actor, list: List<Row, Query>, query: Query): Condition[] => {
  const term = termOf(query);
  if (term === '' || !list.searchText) return [];
  return [any([hasText('t.search_text', term), ...linkedSql(viewer, list.linked, linkedWords(query))])];
};

const hasText = (text: string, term: string): Condition => ({ sql: `instr(${text}, ?) > 0`, args: [term] });

const FIRST_LINE = 'substr(t.search_text, 1, instr(t.search_text || char(10), char(10)) - 1)';

/** `named` of sync/client/columns.ts in SQL, over the rows that the viewer may see. */
const linkedSql = (viewer: Actor, linked: Linked = {}, words: readonly string[]): Condition[] =>
  words.length === 0
    ? []
    : Object.entries(linked as Record<string, Entity>).map(([field, entity]) => {
        const own = all(words.map((word) => hasText(FIRST_LINE, word)));
        const { linked: further } = (entities[entity] as { list?: { linked?: Linked } }).list ?? {};
        const { sql, args } = all([visibleTo(viewer, entity), any([own, ...linkedSql(viewer, further, words)])]);
        return { sql: `t.${field} IN (SELECT t.id FROM ${shapes[entity].name} t WHERE ${sql})`, args };
      });
type Linked = { readonly [field: string]: Entity | undefined };

export const orderSql = <Row>(order: readonly OrderKey<Row>[], alias = 't'): string =>
  order.map((key) => `${keySql(key, alias)}${key.descending ? ' DESC' : ''}`).join(', ');

/** Matches the indexes of schema/: SQLite uses an expression index only for the same expression. */
const keySql = <Row>(key: OrderKey<Row>, alias: string): string => {
  const { column, descending, ifNull, ifEmpty, ignoreCase, natural, among, undatedLast } = key;
  const plain = `${alias}.${column}`;
  if (ifNull) return `case when ${plain} is null then ${alias}.${ifNull} else ${plain} end`;
  if (undatedLast && !descending) return `coalesce(${plain}, '${AFTER_ALL_DAYS}')`;
  if (among) return `case ${plain} ${among.map((value, at) => `when '${value}' then ${at}`).join(' ')} else -1 end`;
  const value = ifEmpty ? `iif(${plain} = '', ${alias}.${ifEmpty}, ${plain})` : plain;
  if (natural) return naturalSql(`lower(coalesce(${value}, ''))`);
  return ignoreCase ? `lower(coalesce(${value}, ''))` : value;
};

/** `naturalText` of sync/list.ts in SQL: each step moves one number, and what stands before it, from `rest` to `head`. */
const naturalSql = (text: string): string => {
  let steps = `SELECT '' AS head, ${text} AS rest`;
  for (let n = 0; n < NATURAL.numbers; n += 1)
    steps = `SELECT head || substr(rest, 1, length(rest) - length(number))
        || iif(number = next, '', substr('${NATURAL.zeros}', length(number) - length(next) + 1)
          || substr(number, 1, length(number) - length(next))) AS head, next AS rest
      FROM (SELECT head, rest, number, ltrim(number, '0123456789') AS next
        FROM (SELECT head, rest, ltrim(rest, '${NOT_DIGITS}') AS number FROM (${steps})))`;
  return `(SELECT head || rest FROM (${steps}))`;
};

/** The printable ASCII characters that are no digits, as in an SQL string. */
const NOT_DIGITS = Array.from({ length: 95 }, (_, n) => String.fromCharCode(n + 32))
  .filter((character) => !/[0-9]/.test(character))
  .join('')
  .replace("'", "''");

export const rowsOf = (page: Page, columns: string, args: Condition['args'] = []): Condition => {
  const { limit, offset } = rangeOf(page);
  return selectOf(page, columns, args, limit, offset);
};

const selectOf = (page: Page, columns: string, args: Condition['args'], limit: number, offset: number): Condition => {
  const from = fromOf(page);
  const where = all([page.where, ...afterPlace(page)]);
  return {
    sql: `SELECT ${columns} FROM ${from.sql} t WHERE ${where.sql} ORDER BY ${page.order} LIMIT ? OFFSET ?`,
    args: [...args, ...from.args, ...where.args, limit, offset],
  };
};

const rangeOf = ({ paging: { page, limit, asked } }: Page) => ({
  limit,
  offset: asked?.after ? 0 : (page - 1) * limit,
});

const afterPlace = ({ keys, changes, paging: { asked } }: Page): Condition[] =>
  asked?.after && !changes ? [afterSql(keys, asked.after.keys)] : [];

/** A FROM clause, aliased `t`. Only ids are sorted, because SQLite would copy whole rows into the sort. */
export const sortedRowsOf = (page: Page): Condition => {
  const { sql, args } = rowsOf(page, page.changes ? 't.*' : 't.id');
  if (page.changes) return { sql: `(${sql}) t`, args };
  return { sql: `(${sql}) page CROSS JOIN ${page.table} t ON t.id = page.id`, args };
};

type ReadPage<T> = Omit<Found<never>, 'docs'> & { rows: T[]; others: Row[][] };

export const readPage = async <T = Row>(
  { db }: Pick<Deps, 'db'>,
  page: Page,
  rows: InStatement,
  more: InStatement[] = [],
): Promise<ReadPage<T>> => {
  const edge = page.paging.asked ? [edgeOf(page), ...(page.changes ? [page.changes.end] : [])] : [];
  const statements = [countOf(page), rows, ...edge, ...more];
  const [[counted], found, ...others] = await queryBatch<[Row[], T[], ...Row[][]]>(db, statements);
  const [edges, end] = others.splice(0, edge.length);
  return { rows: found, total: Number(counted?.total), others, ...nextOf(page, edges ?? [], end?.[0]) };
};

const countOf = (page: Page): InStatement => {
  const from = fromOf(page);
  const { sql, args } = page.where;
  return { sql: `SELECT count(*) AS total FROM ${from.sql} t WHERE ${sql}`, args: [...from.args, ...args] };
};

/** The keys of the last row of the page and of the one after it. */
const edgeOf = (page: Page): InStatement => {
  const { limit, offset } = rangeOf(page);
  const columns = page.keys.map(({ sql }, at) => `${sql} AS k${at}`).join(', ');
  return selectOf(page, columns, [], 2, offset + limit - 1);
};

/** A list by changes can always be asked what comes next. */
const nextOf = (page: Page, [last, following]: Row[], end: Row | undefined): Pick<Found<never>, 'next' | 'isLast'> => {
  const { changes, keys, paging } = page;
  const isLast = following === undefined;
  const reached = { page: paging.page + 1 };
  if (!changes) {
    if (isLast || !last) return { isLast, next: null };
    return { isLast, next: { ...reached, keys: keys.map((_, at) => last[`k${at}`] as Key) } };
  }
  const instance = String(end?.instance);
  if (paging.asked?.after && paging.asked.after.instance !== instance) throw invalidCursor();
  const position = Number(isLast ? end?.position : last?.k0);
  return { isLast, next: { ...reached, keys: [position], instance } };
};
