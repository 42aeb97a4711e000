import type { InStatement, ResultSet } from '@libsql/client';
import { shapes } from './tables.ts';

/** One entry of the log with its row as JSON (null where the row is gone). */
export type Entry = { seq: number; entity: string; entity_id: string; gone: number; row: string | null };
/** Entries in the order they were asked for; `more` where the limit or the bytes cut them off. */
export type Page = { entries: Entry[]; more: boolean };

/** Characters of a page's rows: sqld refuses answers over about 10 MB. */
const PAGE_LIMIT = 3_000_000;

/** Which entries: of one HOA and these audiences, after or below a place in the log. */
export type Range = { hoa_id: string; audiences: readonly string[]; limit: number } & (
  | { after: number; upTo?: number }
  | { below: number }
);

/** The page's entries, each with its row. Every audience walks its own index, so that a page costs the page. */
export const pageStatement = (range: Range, rowOf = ROW_OF_ENTITY, kinds = OF_VIEWERS): InStatement => {
  const down = 'below' in range;
  const order = down ? 'DESC' : 'ASC';
  const place = `${down ? 'seq < ? AND gone = 0' : 'seq > ? AND seq <= ?'} AND ${kinds}`;
  const bounds = down ? [range.below] : [range.after, range.upTo ?? Number.MAX_SAFE_INTEGER];
  const walk = `SELECT * FROM (SELECT ${COLUMNS} FROM sync_log
    WHERE hoa_id = ? AND audience = ? AND ${place} ORDER BY seq ${order} LIMIT ?)`;
  return {
    sql: `WITH page AS MATERIALIZED (
        SELECT * FROM (${range.audiences.map(() => walk).join(' UNION ALL ')}) ORDER BY seq ${order} LIMIT ?),
      filled AS MATERIALIZED (SELECT ${COLUMNS}, CASE WHEN gone = 1 THEN NULL ELSE CASE entity ${rowOf} END END AS row FROM page)
      SELECT ${COLUMNS}, row, sum(coalesce(length(row), 0)) OVER (ORDER BY seq ${order}) AS size
      FROM filled ORDER BY seq ${order}`,
    args: [
      ...range.audiences.flatMap((audience) => [range.hoa_id, audience, ...bounds, range.limit + 1]),
      range.limit + 1,
    ],
  };
};

const COLUMNS = 'seq, hoa_id, entity, entity_id, gone';

/** A client names its own group, and may name it as an audience of others is named: what is a group's own must never
 * come to those, nor theirs to it. */
const GROUPS_OWN = "('client', 'refusal')";
const OF_VIEWERS = `entity NOT IN ${GROUPS_OWN}`;

const OF_ENTRY = 't.id = page.entity_id AND t.hoa_id = page.hoa_id';
const LAST_MUTATION_ID = `WHEN 'client' THEN
  (SELECT json_object('id', last_mutation_id) FROM sync_clients t WHERE ${OF_ENTRY})`;

const ROW_OF_ENTITY = [
  ...Object.entries(shapes).map(
    ([entity, { name, json }]) => `WHEN '${entity}' THEN (SELECT ${json} FROM ${name} t WHERE ${OF_ENTRY})`,
  ),
  LAST_MUTATION_ID,
].join(' ');

const OF_GROUP = [
  `WHEN 'refusal' THEN (SELECT ${shapes.refusal.json} FROM refusals t WHERE ${OF_ENTRY})`,
  LAST_MUTATION_ID,
].join(' ');
/** The same for a client group, whose entries are of two kinds: naming every table doubles what parsing costs. */
export const groupStatement = (range: Range) => pageStatement(range, OF_GROUP, `entity IN ${GROUPS_OWN}`);

/** What a page's statement answered, cut to its limit and size, but never to nothing. */
export const pageOf = (result: ResultSet | undefined, limit: number): Page => {
  const rows = result?.rows ?? [];
  const entries = rows.slice(0, limit).filter((row, at) => at === 0 || Number(row.size) <= PAGE_LIMIT);
  return { entries: entries as unknown as Entry[], more: entries.length < rows.length };
};

/** How many rows these audiences have in all. */
export const countStatement = (hoa_id: string, audiences: readonly string[]): InStatement => ({
  sql: `SELECT count(*) AS total FROM sync_log
    WHERE hoa_id = ? AND audience IN (${audiences.map(() => '?').join(', ')}) AND gone = 0`,
  args: [hoa_id, ...audiences],
});
