import type { Client, InStatement, Row as SqlRow } from '@libsql/client';
import * as z from 'zod';
import type { Entity, Rows } from '../../schema/rows.ts';
import { synced } from '../index.ts';
import type { PatchOperation, PullAnswer, PullCookie } from '../protocol.ts';
import { type Actor, audiencesOf, isVisible, type Synced } from '../tx.ts';
import { countStatement, type Entry, groupStatement, pageOf, pageStatement, type Range } from './pages.ts';
import { ForeignGroup } from './push.ts';
import { batch } from './retry.ts';

/** Replicache's pull request, version 1 (https://doc.replicache.dev/reference/server-pull), and what a client may add:
 * `groups` are earlier client groups of the same device, whose refusals go over to this one. */
export const pullBody = z.object({
  pullVersion: z.literal(1),
  clientGroupID: z.string().min(1).max(100),
  profileID: z.string().optional(),
  schemaVersion: z.string().optional(),
  groups: z.array(z.string().min(1).max(100)).max(100).optional(),
  cookie: z.unknown(),
});

const cookieShape: z.ZodType<PullCookie> = z.object({
  order: z.number(),
  epoch: z.string(),
  seq: z.number(),
  acks: z.number(),
  more: z.boolean().optional(),
  first: z.object({ below: z.number(), done: z.number(), total: z.number() }).optional(),
});

/** Rows of a first sync's first page (the top of every list), and of every other page. */
const FIRST_PAGE = 300;
const PAGE = 2000;

/** Who pulls: the viewer, the client group it is for, the device's earlier groups, and the shape of rows it reads. */
export type Puller = {
  viewer: Actor;
  group: string;
  groups?: readonly string[] | undefined;
  schemaVersion?: string | undefined;
  now: Date;
};

/** What the viewer has not seen yet, one page of it. It costs what has changed, whatever the size of the HOA.
 * Throws ForeignGroup. */
export const pull = async (db: Client, puller: Puller, rawCookie: unknown): Promise<PullAnswer> => {
  const cookie = cookieShape.safeParse(rawCookie).data;
  // #1 one read batch, one snapshot: who asks, which database this is, the page of rows, and what is for the group.
  const read = await readPage(db, puller, cookie);
  // #2 a group belongs to the user who first used it.
  await own(db, puller, read.owner);
  if (read.hasEarlierRefusals) {
    await adoptRefusals(db, puller);
    return pull(db, { ...puller, groups: [] }, rawCookie);
  }
  // #3 a role that changed since the call was let in: look again with the one that counts.
  if (read.role !== puller.viewer.role)
    return pull(db, { ...puller, viewer: { ...puller.viewer, role: read.role } }, rawCookie);
  // #4 a cookie of another database, another epoch, other rows or another shape starts over.
  const foreign = cookie ? cookie.epoch !== read.epoch || cookie.seq > read.newest : rawCookie !== null;
  if (foreign) return startOver(await pull(db, puller, null), rawCookie);
  return cookie && !cookie.first ? onward(puller, cookie, read) : walk(puller, cookie, read);
};

type Read = Awaited<ReturnType<typeof readPage>>;

const readPage = async (
  db: Client,
  { viewer, group, groups = [], schemaVersion = '1' }: Puller,
  cookie: PullCookie | undefined,
) => {
  const { hoa_id } = viewer;
  const audiences = audiencesOf(viewer);
  const limit = cookie ? PAGE : FIRST_PAGE;
  const rows: Range =
    cookie && !cookie.first
      ? { hoa_id, audiences, limit, after: cookie.seq }
      : { hoa_id, audiences, limit, below: cookie?.first?.below ?? Number.MAX_SAFE_INTEGER };
  // In a first sync only what was there when it began: the rest comes after it, with its rows.
  const acks: Range = {
    hoa_id,
    audiences: [group],
    limit,
    after: cookie?.acks ?? 0,
    upTo: cookie?.first && cookie.seq,
  };
  const [owner, standing, page, ofGroup, earlier, total] = await batch(
    db,
    [
      { sql: 'SELECT user_id FROM sync_client_groups WHERE id = ?', args: [group] },
      {
        sql: `SELECT instance, role, epoch, (SELECT seq FROM sqlite_sequence WHERE name = 'sync_log') AS newest
          FROM sync_instance, users WHERE users.id = ? AND users.hoa_id = ?`,
        args: [viewer.id, hoa_id],
      },
      pageStatement(rows),
      groupStatement(acks),
      earlierRefusals(viewer, groups),
      ...(cookie ? [] : [countStatement(hoa_id, audiences)]),
    ],
    'read',
  );
  const about = standing?.rows[0] as SqlRow;
  return {
    owner: owner?.rows[0]?.user_id,
    role: about.role as Actor['role'],
    epoch: [about.instance, about.epoch, ...(schemaVersion > '1' ? [schemaVersion] : [])].join('.'),
    newest: Number(about.newest ?? 0),
    rows: pageOf(page, limit),
    acks: pageOf(ofGroup, limit),
    hasEarlierRefusals: (earlier?.rows.length ?? 0) > 0,
    total: Number(total?.rows[0]?.total ?? 0),
  };
};

/** A page of what came after the cookie. Numbers travel with the last page: never before the rows they answer for. */
const onward = ({ viewer }: Puller, cookie: PullCookie, { rows, acks, newest }: Read): PullAnswer => {
  if (rows.entries.length === 0 && acks.entries.length === 0) return { cookie, lastMutationIDChanges: {}, patch: [] };
  const { epoch } = cookie;
  const seq = rows.entries.at(-1)?.seq ?? cookie.seq;
  if (rows.more)
    return {
      ...changesOf(rows.entries, viewer),
      cookie: { order: partOrder(cookie), epoch, seq, acks: cookie.acks, more: true },
    };
  const lastAck = acks.entries.at(-1)?.seq ?? cookie.acks;
  return {
    ...changesOf([...rows.entries, ...acks.entries], viewer),
    cookie: acks.more
      ? { order: partOrder(cookie), epoch, seq, acks: lastAck, more: true }
      : { order: wholeOrder(cookie, newest), epoch, seq, acks: lastAck },
  };
};

/** A page of a first sync: down from the newest. The last page brings what is for the group itself. */
const walk = ({ viewer }: Puller, cookie: PullCookie | undefined, read: Read): PullAnswer => {
  const { rows, acks, newest } = read;
  const before = cookie?.first ?? { done: 0, total: read.total };
  const done = before.done + rows.entries.length;
  const base = {
    order: partOrder(cookie),
    epoch: read.epoch,
    seq: cookie?.seq ?? newest,
    acks: cookie?.acks ?? 0,
  };
  if (rows.more) {
    const first = { below: Number(rows.entries.at(-1)?.seq), done, total: before.total };
    const { patch } = changesOf(rows.entries, viewer);
    return { cookie: { ...base, more: true, first }, lastMutationIDChanges: {}, patch: [...patch, progress(first)] };
  }
  const { patch, lastMutationIDChanges } = changesOf([...rows.entries, ...acks.entries], viewer);
  const lastAck = acks.entries.at(-1)?.seq ?? base.acks;
  const order = acks.more ? base.order : wholeOrder(cookie, base.seq);
  return {
    cookie: { ...base, order, acks: lastAck, ...((newest > base.seq || acks.more) && { more: true }) },
    lastMutationIDChanges,
    patch: [...patch, progress({ done, total: done })],
  };
};

/** How far a first sync is, as the client's screen reads it. */
const progress = ({ done, total }: { done: number; total: number }): PatchOperation => ({
  op: 'put',
  key: 'meta/sync',
  value: { done, total: Math.max(done, total), complete: done >= total },
});

/** What entries mean for this viewer: the view of each row they may see, the end of each they may not. */
const changesOf = (entries: Entry[], viewer: Actor): Pick<PullAnswer, 'lastMutationIDChanges' | 'patch'> => {
  const lastMutationIDChanges: Record<string, number> = {};
  const patch = new Map<string, PatchOperation>();
  for (const { entity, entity_id, row } of entries) {
    if (entity !== 'client') patch.set(`${entity}/${entity_id}`, operation(entity as Entity, entity_id, row, viewer));
    else if (row) lastMutationIDChanges[entity_id] = (JSON.parse(row) as { id: number }).id;
  }
  return { lastMutationIDChanges, patch: [...patch.values()] };
};

const operation = (entity: Entity, id: string, json: string | null, viewer: Actor): PatchOperation => {
  const key = `${entity}/${id}`;
  const row = json === null ? undefined : (JSON.parse(json) as Rows[Entity]);
  const rules = synced[entity] as Synced<Rows[Entity]>;
  // A refusal comes through its client group alone, which is checked already.
  if (!row || (entity !== 'refusal' && !isVisible(rules, row, viewer))) return { op: 'del', key };
  return { op: 'put', key, value: travelling(rules.view(row, viewer)) };
};

/** A view as it travels: without the store's own columns. */
const travelling = (view: object): object => {
  const { rev: _, hoa_id: __, ...rest } = view as { rev?: number; hoa_id?: string };
  return rest;
};

const startOver = (answer: PullAnswer, cookie: unknown): PullAnswer => ({
  ...answer,
  cookie: { ...answer.cookie, order: Math.max(answer.cookie.order, partOrder(cookie)) },
  patch: [{ op: 'clear' }, ...answer.patch],
});

const PART = 2 ** -20;

/** The tabs of a device share one storage, where the state with the higher order wins: so a state that is whole has its
 * place in the log as its order, and the pages on the way to one stand just above the state that they began from. A tab
 * that has pulled more often would else replace another's newer numbers, and that one could save nothing any more. */
const wholeOrder = (cookie: unknown, place: number) => Math.max(partOrder(cookie), place);
const partOrder = (cookie: unknown) => orderOf(cookie) + PART;

/** The order of any cookie Replicache could compare with ours. */
const orderOf = (cookie: unknown): number => {
  const order = typeof cookie === 'object' && cookie !== null && 'order' in cookie ? cookie.order : cookie;
  return typeof order === 'number' && Number.isFinite(order) ? order : 0;
};

const OF_EARLIER_GROUPS = 'hoa_id = ? AND user_id = ? AND client_group_id IN (SELECT value FROM json_each(?))';
const earlierRefusals = ({ id, hoa_id }: Actor, groups: readonly string[]): InStatement => ({
  sql: `SELECT id FROM refusals WHERE ${OF_EARLIER_GROUPS} LIMIT 1`,
  args: [hoa_id, id, JSON.stringify(groups)],
});

/** Moves the refusals of the device's earlier client groups, if they are the viewer's, to the group that pulls. */
const adoptRefusals = async (db: Client, { viewer, group, groups = [] }: Puller): Promise<void> => {
  const earlier = [viewer.hoa_id, viewer.id, JSON.stringify(groups)];
  const log = (
    audience: string,
    gone: number,
  ) => `INSERT OR REPLACE INTO sync_log (hoa_id, audience, entity, entity_id, gone)
    SELECT hoa_id, ${audience}, 'refusal', id, ${gone} FROM refusals WHERE ${OF_EARLIER_GROUPS}`;
  await batch(
    db,
    [
      { sql: log('client_group_id', 1), args: earlier },
      { sql: log('?', 0), args: [group, ...earlier] },
      {
        sql: `UPDATE refusals SET client_group_id = ?, rev = rev + 1 WHERE ${OF_EARLIER_GROUPS}`,
        args: [group, ...earlier],
      },
    ],
    'write',
  );
};

const own = async (db: Client, { viewer, group, now }: Puller, owner: unknown): Promise<void> => {
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
