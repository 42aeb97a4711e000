import type { Client, InStatement } from '@libsql/client';
import * as z from 'zod';
import { type Rows, synced } from '../index.ts';
import type { PatchOperation, PullAnswer, PullCookie } from '../protocol.ts';
import { type Actor, audiencesOf, type Entity, isVisible, type Synced } from '../tx.ts';
import { ForeignGroup } from './push.ts';
import { batch } from './retry.ts';
import { shapes } from './tables.ts';

/** Replicache's pull request, version 1 (https://doc.replicache.dev/reference/server-pull). */
export const pullBody = z.object({
  pullVersion: z.literal(1),
  clientGroupID: z.string().min(1).max(100),
  profileID: z.string().optional(),
  schemaVersion: z.string().optional(),
  cookie: z.unknown(),
});

const cookieShape: z.ZodType<PullCookie> = z.object({
  order: z.number(),
  epoch: z.string(),
  seq: z.number(),
  more: z.boolean().optional(),
  first: z.object({ below: z.number(), done: z.number(), total: z.number() }).optional(),
});
/** Rows of the first page of a first sync (the top of every list), of the pages after it, and bytes of any page. */
const FIRST_PAGE = 300;
const PAGE = 2000;
const PAGE_BYTES = 3_000_000;

/** What the viewer has not seen yet, one page of it, from one snapshot. Costs what has changed, whatever the HOA's size. */
export const pull = async (
  db: Client,
  viewer: Actor,
  clientGroupID: string,
  rawCookie: unknown,
  now: Date,
): Promise<PullAnswer> => {
  const parsed = cookieShape.safeParse(rawCookie);
  const cookie = parsed.success ? parsed.data : undefined;
  const mine = [...audiencesOf(viewer), clientGroupID];
  const first = cookie === undefined || cookie.first !== undefined;
  const limit = cookie === undefined ? FIRST_PAGE : PAGE;

  // #1 one read batch: who asks, which database this is, and the page with its rows.
  const page = first
    ? pageDown(viewer.hoa_id, audiencesOf(viewer), cookie?.first?.below ?? null, limit)
    : pageUp(viewer.hoa_id, mine, cookie.seq, limit);
  const [group, standing, entries, top, total] = await batch(
    db,
    [
      { sql: 'SELECT user_id FROM sync_client_groups WHERE id = ?', args: [clientGroupID] },
      {
        sql: 'SELECT instance, role, epoch FROM sync_instance, users WHERE users.id = ?',
        args: [viewer.id],
      },
      page,
      { sql: "SELECT seq FROM sqlite_sequence WHERE name = 'sync_log'", args: [] },
      ...(cookie === undefined ? [countOf(viewer.hoa_id, audiencesOf(viewer))] : []),
    ],
    'read',
  );
  // #2 a group belongs to the user who first used it.
  await own(db, group?.rows[0]?.user_id, viewer, clientGroupID, now);

  // A role that changed since the call was let in: look again with the one that counts.
  const role = standing?.rows[0]?.role as Actor['role'];
  if (role !== viewer.role) return pull(db, { ...viewer, role }, clientGroupID, rawCookie, now);
  const epoch = `${standing?.rows[0]?.instance}.${standing?.rows[0]?.epoch}`;
  const newest = Number(top?.rows[0]?.seq ?? 0);
  // #3 a cookie of another database or of another epoch starts over.
  if (cookie && (cookie.epoch !== epoch || cookie.seq > newest))
    return startOver(await pull(db, viewer, clientGroupID, null, now), cookie.order);
  if (rawCookie !== null && rawCookie !== undefined && !cookie)
    return startOver(await pull(db, viewer, clientGroupID, null, now), orderOf(rawCookie));

  const rows = entries?.rows ?? [];
  const kept = withinBytes(rows);
  const more = kept.length > limit || kept.length < rows.length;
  const shown = kept.slice(0, limit) as unknown as Entry[];
  const lastSeq = Number(shown.at(-1)?.seq ?? 0);
  const changes = changesOf(shown, viewer);

  // #4 nothing new: the same cookie, an empty patch.
  if (!first && shown.length === 0) return { cookie, lastMutationIDChanges: {}, patch: [] };
  if (!first)
    return { ...changes, cookie: { order: cookie.order + 1, epoch, seq: lastSeq, ...(more && { more: true }) } };

  // #5 a first sync walks down from the newest; its last page brings what concerns the group itself.
  const walked = cookie?.first ?? { below: 0, done: 0, total: Number(total?.rows[0]?.total ?? 0) };
  const base = { order: (cookie?.order ?? 0) + 1, epoch, seq: cookie?.seq ?? newest };
  const done = walked.done + shown.length;
  if (more) {
    const progress = { below: lastSeq, done, total: walked.total };
    return {
      ...changes,
      patch: [...changes.patch, syncMeta(progress)],
      cookie: { ...base, more: true, first: progress },
    };
  }
  const ofGroup = await groupEntries(db, viewer, clientGroupID);
  return {
    cookie: { ...base, ...(newest > base.seq && { more: true }) },
    lastMutationIDChanges: ofGroup.lastMutationIDChanges,
    patch: [...changes.patch, ...ofGroup.patch, syncMeta({ done, total: done })],
  };
};

type Entry = { seq: number; entity: string; entity_id: string; gone: number; row: string | null; bytes: number };

const COLUMNS = 'seq, entity, entity_id, gone';

const pageUp = (hoa_id: string, audiences: string[], after: number, limit: number): InStatement => ({
  sql: withRows(
    audiences.map(
      () =>
        `SELECT * FROM (SELECT ${COLUMNS} FROM sync_log WHERE hoa_id = ? AND audience = ? AND seq > ? ORDER BY seq LIMIT ?)`,
    ),
    'ASC',
  ),
  args: [...audiences.flatMap((audience) => [hoa_id, audience, after, limit + 1]), limit + 1],
});

const pageDown = (hoa_id: string, audiences: string[], below: number | null, limit: number): InStatement => ({
  sql: withRows(
    audiences.map(
      () =>
        `SELECT * FROM (SELECT ${COLUMNS} FROM sync_log WHERE hoa_id = ? AND audience = ? AND seq < ? AND gone = 0 ORDER BY seq DESC LIMIT ?)`,
    ),
    'DESC',
  ),
  args: [
    ...audiences.flatMap((audience) => [hoa_id, audience, below ?? Number.MAX_SAFE_INTEGER, limit + 1]),
    limit + 1,
  ],
});

/** The page's entries, each with its row as JSON, and the bytes up to and with it. */
const withRows = (parts: string[], order: 'ASC' | 'DESC') => `WITH page AS MATERIALIZED (
    SELECT * FROM (${parts.join(' UNION ALL ')}) ORDER BY seq ${order} LIMIT ?),
  filled AS MATERIALIZED (SELECT ${COLUMNS}, CASE entity ${ROW_OF_ENTITY} END AS row FROM page)
  SELECT ${COLUMNS}, row, sum(coalesce(length(row), 0)) OVER (ORDER BY seq ${order}) AS bytes FROM filled ORDER BY seq ${order}`;

const ROW_OF_ENTITY = [
  ...Object.entries(shapes).map(
    ([entity, { name, json }]) => `WHEN '${entity}' THEN (SELECT ${json} FROM ${name} t WHERE t.id = page.entity_id)`,
  ),
  `WHEN 'client' THEN (SELECT json_object('id', last_mutation_id) FROM sync_clients t WHERE t.id = page.entity_id)`,
].join(' ');

const countOf = (hoa_id: string, audiences: string[]): InStatement => ({
  sql: `SELECT count(*) AS total FROM sync_log WHERE hoa_id = ? AND audience IN (${audiences.map(() => '?').join(', ')}) AND gone = 0`,
  args: [hoa_id, ...audiences],
});

/** As many entries as fit into a page's bytes, never fewer than one. */
const withinBytes = <Row extends Record<string, unknown>>(rows: Row[]): Row[] =>
  rows.filter((row, at) => at === 0 || Number(row.bytes) <= PAGE_BYTES);

/** What the entries mean for this viewer: the view of each row they may see, the end of each they may not. */
const changesOf = (entries: Entry[], viewer: Actor): Pick<PullAnswer, 'lastMutationIDChanges' | 'patch'> => {
  const lastMutationIDChanges: Record<string, number> = {};
  const patch = new Map<string, PatchOperation>();
  for (const { entity, entity_id, row } of entries) {
    if (entity === 'client') {
      if (row) lastMutationIDChanges[entity_id] = (JSON.parse(row) as { id: number }).id;
    } else patch.set(`${entity}/${entity_id}`, operation(entity as Entity, entity_id, row, viewer));
  }
  return { lastMutationIDChanges, patch: [...patch.values()] };
};

const operation = (entity: Entity, id: string, json: string | null, viewer: Actor): PatchOperation => {
  const key = `${entity}/${id}`;
  const row = json === null ? undefined : (JSON.parse(json) as Rows[Entity]);
  const rules = synced[entity] as Synced<Rows[Entity]>;
  if (!row || (entity !== 'refusal' && !isVisible(rules, row, viewer))) return { op: 'del', key };
  return { op: 'put', key, value: travelling(rules.view(row, viewer)) };
};

/** A view as it travels: without the store's own columns, and without what is not there. */
export const travelling = (view: object): object =>
  Object.fromEntries(
    Object.entries(view).filter(([name, value]) => name !== 'rev' && name !== 'hoa_id' && value !== undefined),
  );

/** Numbers and refusals of a group, whole: what a first sync may not tell before its rows have arrived. */
const groupEntries = async (db: Client, viewer: Actor, group: string) => {
  const [entries] = await batch(db, [pageUp(viewer.hoa_id, [group], 0, 5000)], 'read');
  return changesOf((entries?.rows ?? []) as unknown as Entry[], viewer);
};

const syncMeta = (progress: { done: number; total: number }): PatchOperation => ({
  op: 'put',
  key: 'meta/sync',
  value: {
    done: progress.done,
    total: Math.max(progress.done, progress.total),
    complete: progress.done >= progress.total,
  },
});

const startOver = (answer: PullAnswer, order: number): PullAnswer => ({
  ...answer,
  cookie: { ...answer.cookie, order: order + 1 },
  patch: [{ op: 'clear' }, ...answer.patch],
});

const orderOf = (cookie: unknown): number => {
  const order = typeof cookie === 'object' && cookie !== null && 'order' in cookie ? cookie.order : cookie;
  return typeof order === 'number' && Number.isFinite(order) ? order : 0;
};

const own = async (db: Client, owner: unknown, viewer: Actor, group: string, now: Date): Promise<void> => {
  if (owner === viewer.id) return;
  if (owner !== undefined) throw new ForeignGroup();
  const [, row] = await batch(
    db,
    [
      {
        sql: 'INSERT OR IGNORE INTO sync_client_groups (id, hoa_id, user_id, created_at) VALUES (?, ?, ?, ?)',
        args: [group, viewer.hoa_id, viewer.id, now.toISOString()],
      },
      { sql: 'SELECT user_id FROM sync_client_groups WHERE id = ?', args: [group] },
    ],
    'write',
  );
  if (row?.rows[0]?.user_id !== viewer.id) throw new ForeignGroup();
};
