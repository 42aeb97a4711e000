import type { InStatement } from '@libsql/client';
import { hoaExportLimits } from '../../schema/limits.ts';
import type { Entity, Rows } from '../../schema/rows.ts';
import { entities } from '../../sync/index.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, Refusal, type Synced } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { queryBatch } from '../queries/query.ts';
import { all, visibleTo } from '../queries/sql.ts';
import { countUses } from '../services/limits.ts';
import { recordActivity } from '../transact.ts';
import { EXPORTED } from './exported.ts';

const INTERNAL: readonly string[] = ['hoa_id', 'rev', 'edits', 'epoch', 'name_key'];

const ROWS = 1000;
/** Characters of a page's rows, but at least one row. */
const PAGE_LENGTH = 2_000_000;
/** A link lasts five minutes: ten files of 10 MB take as long at 3 Mbit/s. */
const FILES = 10;
const HOURS = 24;

type HoaExport = {
  exported_at: string;
  hoa: { id: string; name: string };
  /** `name` is that of the table, `rows` how many there were at the start. */
  entities: { entity: Entity; name: string; columns: string[]; rows: number }[];
  files: { count: number; bytes: number };
};
/** `next` begins the next page; null at the end. */
type HoaExportRows = { rows: object[]; next: string | null };
/** `key` begins a page after this file; `size` in bytes, 0 if unknown; `url` downloads it within 5 minutes. */
type HoaExportFiles = {
  files: { key: string; name: string; record: string; size: number; url: string }[];
  next: string | null;
};

/** Counts it and puts it into the trail of activity. The pages may be read for 24 hours. Throws LimitReached. */
export const beginHoaExport = async (deps: Deps, actor: Actor): Promise<HoaExport> => {
  const { hoa_id } = actor;
  const results = await queryBatch(deps.db, [
    ...EXPORTED.map((entity) => countOf(entity, actor)),
    { sql: 'SELECT name FROM hoas WHERE id = ?', args: [hoa_id] },
    {
      sql: `SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes FROM uploads WHERE ${STORED}`,
      args: stored(hoa_id),
    },
  ]);
  const [hoa, files] = results.slice(-2).map((rows) => rows[0]);
  const name = String(hoa?.name);
  await countUses(deps, hoaExportLimits(actor));
  const about = { entity: 'hoa', entity_id: hoa_id, title: name } as const;
  await recordActivity(deps, hoa_id, { action: 'exportData', by: actor, about });
  return {
    exported_at: deps.now().toISOString(),
    hoa: { id: hoa_id, name },
    entities: EXPORTED.map((entity, at) => ({
      entity,
      name: shapes[entity].name,
      columns: shapes[entity].names.filter((column) => !INTERNAL.includes(column)),
      rows: Number(results[at]?.[0]?.count),
    })),
    files: { count: Number(files?.count), bytes: Number(files?.bytes) },
  };
};

const countOf = (entity: Entity, actor: Actor): InStatement => {
  const { sql, args } = visibleTo(actor, entity);
  return { sql: `SELECT count(*) AS count FROM ${shapes[entity].name} t WHERE ${sql}`, args };
};

/** Throws Refusal('conflict') unless the actor has begun an export. */
export const readHoaExportRows = async (
  { db, now }: Deps,
  actor: Actor,
  entity: Entity,
  after: string,
): Promise<HoaExportRows> => {
  const [begun, rows] = await queryBatch(db, [begunBy(actor, now()), pageAfter(actor, entity, after)]);
  requireBegun(begun);
  return pageOf(actor, entity, rows);
};

/** The same for whoever runs the server. */
export const readRows = async (
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  entity: Entity,
  after: string,
): Promise<HoaExportRows> => {
  const [rows] = await queryBatch(db, [pageAfter(actor, entity, after)]);
  return pageOf(actor, entity, rows);
};

const pageAfter = (actor: Actor, entity: Entity, after: string): InStatement => {
  // Their ids have no index within an HOA.
  const [place, from] = entity === 'activity' ? ['seq', Number(after) || 0] : ['id', after];
  const { name, json } = shapes[entity];
  const { sql, args } = all([visibleTo(actor, entity), { sql: `t.${place} > ?`, args: [from] }]);
  return {
    sql: `SELECT row, place, remaining FROM (
      SELECT row, place, sum(length(row)) OVER (ORDER BY place) - length(row) AS before, count(*) OVER () AS remaining
        FROM (SELECT ${json} AS row, t.${place} AS place FROM ${name} t WHERE ${sql} ORDER BY t.${place} LIMIT ${ROWS}))
      WHERE before < ${PAGE_LENGTH} ORDER BY place`,
    args,
  };
};

const pageOf = (actor: Actor, entity: Entity, rows: unknown[] | undefined): HoaExportRows => {
  const found = (rows ?? []) as { row: string; place: string | number; remaining: number }[];
  const isLast = found.length < ROWS && found.length === (found[0]?.remaining ?? 0);
  return {
    rows: found.map(({ row }) => (entities[entity] as Synced<Rows[Entity]>).view(JSON.parse(row), actor)),
    next: isLast ? null : String(found.at(-1)?.place),
  };
};

type StoredFile = { final_key: string; name: string; content_type: string; record: string; size: number | null };

/** Throws Refusal('conflict') unless the actor has begun an export. */
export const readHoaExportFiles = async (
  { db, now, storage }: Deps,
  actor: Actor,
  after: string,
): Promise<HoaExportFiles> => {
  const page = {
    sql: `SELECT final_key, name, content_type, record, size FROM uploads WHERE ${STORED} AND final_key > ?
      ORDER BY final_key LIMIT ${FILES}`,
    args: [...stored(actor.hoa_id), after],
  };
  const [begun, rows] = await queryBatch(db, [begunBy(actor, now()), page]);
  requireBegun(begun);
  const found = (rows ?? []) as unknown as StoredFile[];
  const files = found.map(async ({ final_key, name, content_type, record, size }) => {
    const url = await storage.presignGet(final_key, name, content_type);
    return { key: final_key, name, record, size: size ?? 0, url };
  });
  return { files: await Promise.all(files), next: found.length < FILES ? null : (found.at(-1)?.final_key ?? null) };
};

/** The keys of an HOA's files begin alike, and have an index. */
const STORED = 'final_key > ? AND final_key < ? AND hoa_id = ? AND record IS NOT NULL AND pending = 0';
const stored = (hoa_id: string): string[] => [`files/${hoa_id}/`, `files/${hoa_id}0`, hoa_id];

const begunBy = ({ hoa_id, id }: Actor, now: Date): InStatement => ({
  sql: `SELECT 1 FROM activity WHERE hoa_id = ? AND at > ? AND actor_id = ? AND action = 'exportData' AND entity = 'hoa' LIMIT 1`,
  args: [hoa_id, new Date(now.getTime() - HOURS * 60 * 60 * 1000).toISOString(), id],
});

const requireBegun = (begun: unknown[] | undefined): void => {
  if (begun?.length === 0) throw new Refusal('conflict', 'This export is over. Please begin it again.');
};
