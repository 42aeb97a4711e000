import type { InStatement, ResultSet } from '@libsql/client';
import { HORIZON } from '../../schema/sync.ts';
import { shapes } from './tables.ts';

/** `row` holds the values of the entity's columns (`rowOfValues`). */
export type Entry = { seq: number; entity: string; entity_id: string; gone: boolean; row: unknown[] | null };
/** `skippedTo` is the place of the last entry that `skip` left out; null where there are fewer. */
type Page = { entries: Entry[]; more: boolean; skippedTo: number | null };

/** Characters; sqld refuses responses over about 10 MB. */
const MAX_PAGE_SIZE = 4_000_000;

/** Entries after a `seq` come oldest first, entries below one newest first, each without the first `skip` of them. */
export type Range = { hoa_id: string; audiences: readonly string[]; limit: number; skip?: number } & (
  | { after: number; upTo?: number }
  | { below: number }
);

/** Each audience scans its own index range, so the cost depends on the page alone. The entries come as one text of
 * JSON, because a driver decodes one large value far faster than many small ones. The page is cut to its limit and size,
 * but keeps at least one entry. */
export const pageStatement = (range: Range, rowSql = ROW_OF_ENTITY, entities = VIEWER_ENTITIES): InStatement => {
  const isDescending = 'below' in range;
  const order = isDescending ? 'DESC' : 'ASC';
  const where = `${isDescending ? 'seq < ? AND gone = 0' : 'seq > ? AND seq <= ?'} AND ${entities}`;
  const { skip = 0 } = range;
  const bounds = isDescending ? [range.below] : [range.after, range.upTo ?? Number.MAX_SAFE_INTEGER];
  const scan = `SELECT * FROM (SELECT ${COLUMNS} FROM sync_log
    WHERE hoa_id = ? AND audience = ? AND ${where} ORDER BY seq ${order} LIMIT ?)`;
  return {
    sql: `WITH reached AS MATERIALIZED (
        SELECT * FROM (${range.audiences.map(() => scan).join(' UNION ALL ')}) ORDER BY seq ${order} LIMIT ?),
      page AS MATERIALIZED (SELECT * FROM reached ORDER BY seq ${order} LIMIT -1 OFFSET ${skip}),
      filled AS MATERIALIZED (SELECT ${COLUMNS}, CASE WHEN gone = 1 THEN NULL ELSE CASE entity ${rowSql} END END AS row FROM page),
      sized AS MATERIALIZED (SELECT seq, row_number() OVER before AS number, sum(coalesce(length(row), 0)) OVER before AS size,
        '[' || seq || ',"' || entity || '",' || json_quote(entity_id) || ',' || gone || ',' || coalesce(row, 'null') || ']' AS entry
        FROM filled WINDOW before AS (ORDER BY seq ${order}))
      SELECT (SELECT seq FROM reached WHERE ${skip} > 0 ORDER BY seq ${order} LIMIT 1 OFFSET ${skip - 1}) AS skipped_to,
        (SELECT count(*) FROM sized) AS found, count(*) AS kept, group_concat(entry) AS entries
      FROM (SELECT entry FROM sized WHERE number = 1 OR (number <= ? AND size <= ${MAX_PAGE_SIZE}) ORDER BY seq ${order})`,
    args: [
      ...range.audiences.flatMap((audience) => [range.hoa_id, audience, ...bounds, skip + range.limit + 1]),
      skip + range.limit + 1,
      range.limit,
    ],
  };
};

const COLUMNS = 'seq, hoa_id, entity, entity_id, gone';

/** A client chooses its group's id and could choose another audience's name, so the two kinds of entries are never
 * mixed. */
const VIEWER_ENTITIES = "entity NOT IN ('client', 'refusal')";
const GROUP_ENTITIES = `entity IN ('client', 'refusal', '${HORIZON}')`;

const BY_ENTRY = 't.id = page.entity_id AND t.hoa_id = page.hoa_id';
const LAST_MUTATION_ID = `WHEN 'client' THEN
  (SELECT json_array(last_mutation_id) FROM sync_clients t WHERE ${BY_ENTRY})`;

const ROW_OF_ENTITY = [
  ...Object.entries(shapes).map(
    ([entity, { name, array }]) => `WHEN '${entity}' THEN (SELECT ${array} FROM ${name} t WHERE ${BY_ENTRY})`,
  ),
  LAST_MUTATION_ID,
].join(' ');

const ROW_OF_GROUP_ENTITY = [
  `WHEN 'refusal' THEN (SELECT ${shapes.refusal.array} FROM refusals t WHERE ${BY_ENTRY})`,
  LAST_MUTATION_ID,
].join(' ');
/** Entries of a client group have two entities; naming every table would double the parsing cost. */
export const groupStatement = (range: Range) => pageStatement(range, ROW_OF_GROUP_ENTITY, GROUP_ENTITIES);

export const pageOf = (result: ResultSet | undefined): Page => {
  const [page] = result?.rows ?? [];
  const { found, kept, entries, skipped_to } = { ...page };
  const rows = JSON.parse(`[${entries ?? ''}]`) as [number, string, string, number, unknown[] | null][];
  return {
    entries: rows.map(([seq, entity, entity_id, gone, row]) => ({ seq, entity, entity_id, gone: gone === 1, row })),
    more: Number(kept) < Number(found),
    skippedTo: typeof skipped_to === 'number' ? skipped_to : null,
  };
};

export const countStatement = (hoa_id: string, audiences: readonly string[]): InStatement => ({
  sql: `SELECT count(*) AS total FROM sync_log
    WHERE hoa_id = ? AND audience IN (${audiences.map(() => '?').join(', ')}) AND gone = 0`,
  args: [hoa_id, ...audiences],
});
