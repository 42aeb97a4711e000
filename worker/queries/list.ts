import type { InStatement, Row } from '@libsql/client';
import type { Entity, Rows } from '../../schema/rows.ts';
import { entities, type Lists } from '../../sync/index.ts';
import { type List, NATURAL, type OrderKey, termOf } from '../../sync/list.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Where } from '../../sync/where.ts';
import type { Deps } from '../deps.ts';
import type { Paging } from '../http/rest-shapes.ts';
import { queryBatch } from './query.ts';
import { all, type Condition, visibleTo, whereSql } from './sql.ts';

export type Page = { table: string; where: Condition; order: string; paging: Paging };

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
): Page => ({
  table: shapes[entity].name,
  where: all([visibleTo(viewer, entity), whereSql(list.filters(query)), ...searched(list, query)]),
  order: orderSql(list.order(query)),
  paging,
});

const searched = <Row, Query extends object>({ searchText }: List<Row, Query>, query: Query): Condition[] => {
  const term = termOf(query);
  return term === '' || !searchText ? [] : [{ sql: 'instr(t.search_text, ?) > 0', args: [term] }];
};

export const orderSql = <Row>(order: readonly OrderKey<Row>[], alias = 't'): string =>
  order.map((key) => `${keySql(key, alias)}${key.descending ? ' DESC' : ''}`).join(', ');

/** Matches the indexes of schema/: SQLite uses an expression index only for the same expression. */
const keySql = <Row>(key: OrderKey<Row>, alias: string): string => {
  const { column, ifNull, ifEmpty, ignoreCase, natural, among } = key;
  const plain = `${alias}.${column}`;
  if (ifNull) return `case when ${plain} is null then ${alias}.${ifNull} else ${plain} end`;
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
  const { table, where, order, paging } = page;
  return {
    sql: `SELECT ${columns} FROM ${table} t WHERE ${where.sql} ORDER BY ${order} LIMIT ? OFFSET ?`,
    args: [...args, ...where.args, paging.limit, (paging.page - 1) * paging.limit],
  };
};

/** A FROM clause, aliased `t`. Only ids are sorted, because SQLite would copy whole rows into the sort. */
export const sortedRowsOf = (page: Page): Condition => {
  const { sql, args } = rowsOf(page, 't.id');
  return { sql: `(${sql}) page CROSS JOIN ${page.table} t ON t.id = page.id`, args };
};

export const readPage = async <T = Row>(
  { db }: Pick<Deps, 'db'>,
  { table, where }: Page,
  rows: InStatement,
  more: InStatement[] = [],
): Promise<{ rows: T[]; total: number; others: Row[][] }> => {
  const count = { sql: `SELECT count(*) AS total FROM ${table} t WHERE ${where.sql}`, args: where.args };
  const [[counted], found, ...others] = await queryBatch<[Row[], T[], ...Row[][]]>(db, [count, rows, ...more]);
  return { rows: found, total: Number(counted?.total), others };
};
