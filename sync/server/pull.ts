import type { Client, Row as SqlRow } from '@libsql/client';
import * as z from 'zod/mini';
import { firstSyncLimits } from '../../schema/limits.ts';
import type { Entity } from '../../schema/rows.ts';
import { HORIZON } from '../../schema/sync.ts';
import {
  completeOrder,
  PAGE_SIZE,
  type PatchOperation,
  type PullAnswer,
  type PullCookie,
  partialOrder,
} from '../protocol.ts';
import { type Actor, audiencesOf, rightsOf } from '../tx.ts';
import { claimGroup } from './client-groups.ts';
import { type PutBackWatch, renewIfPutBack } from './identity.ts';
import { readCountsStatement, requireWithin } from './limits.ts';
import { countStatement, type Entry, groupStatement, pageOf, pageStatement, type Range } from './pages.ts';
import { operationOf } from './pokes.ts';
import { adoptRefusals, earlierRefusals } from './refusals.ts';
import { batch } from './retry.ts';
import { rowOfValues } from './tables.ts';

const name = z.string().check(z.minLength(1), z.maxLength(100));

/** Replicache's pull request, version 1 (https://doc.replicache.dev/reference/server-pull), with fields of our own: `groups` are
 * earlier client groups of the same device, whose refusals move to this one; with `tables` many rows come as tables; `skip`
 * asks, within a first sync, for the page behind that many rows, while the page with these is still on its way. */
export const pullBody = z.object({
  pullVersion: z.literal(1),
  clientGroupID: name,
  profileID: z.optional(z.string()),
  schemaVersion: z.optional(z.string()),
  groups: z.optional(z.array(name).check(z.maxLength(100))),
  tables: z.optional(z.boolean()),
  skip: z.optional(z.literal(PAGE_SIZE)),
  cookie: z.unknown(),
});

const cookieShape: z.ZodMiniType<PullCookie> = z.object({
  order: z.number(),
  epoch: z.string(),
  seq: z.number(),
  acks: z.number(),
  more: z.optional(z.boolean()),
  first: z.optional(z.object({ below: z.number(), done: z.number(), total: z.number() })),
  proof: z.optional(z.string().check(z.maxLength(100))),
});

/** Rows. The first page of a first sync is small, because it holds the newest rows of every list. */
const FIRST_PAGE_SIZE = 300;

type Puller = {
  viewer: Actor;
  group: string;
  groups?: readonly string[] | undefined;
  schemaVersion?: string | undefined;
  now: Date;
  skip?: number | undefined;
  /** This first sync was counted before. */
  isCounted?: boolean;
  watch: PutBackWatch;
};

/** Returns one page. The cost depends on the changes, not on the size of the HOA. Throws ForeignGroup, LimitReached. */
export const pull = async (db: Client, puller: Puller, rawCookie: unknown): Promise<PullAnswer> => {
  const { viewer, now } = puller;
  const cookie = cookieShape.safeParse(rawCookie).data;
  // #1 one read batch, one snapshot: the actor, the database's instance, the page of rows, and the group's entries.
  const read = await readPage(db, puller, cookie);
  // #2 a group belongs to the user who first used it; a first sync, which is expensive, is counted when it begins.
  const firstSync = rawCookie === null && !puller.isCounted ? firstSyncLimits(viewer) : [];
  requireWithin(firstSync, read.firstSyncs, now);
  await claimGroup(db, puller, read.owner, firstSync);
  const counted = { ...puller, isCounted: true };
  if (read.hasEarlierRefusals) {
    await adoptRefusals(db, puller);
    return pull(db, { ...counted, groups: [] }, rawCookie);
  }
  // #3 if the role or the accounts have changed since the call was authenticated, read again with the current ones.
  const { role, account_ids } = read;
  if (rightsOf(read) !== rightsOf(viewer))
    return pull(db, { ...counted, viewer: { ...viewer, role, account_ids } }, rawCookie);
  // #4 a cookie that is proven to be ahead of the log of its own instance: the database was put back, and is another one.
  if (await renewIfPutBack(db, puller.watch, read, cookie?.proof)) return pull(db, counted, rawCookie);
  // #5 a cookie of another database, epoch or schema version, ahead of the log or below its horizon, starts over.
  const isForeign = cookie
    ? cookie.epoch !== read.epoch || cookie.seq > read.lastSeq || isBelowHorizon(cookie, read)
    : rawCookie !== null;
  if (isForeign) return startOver(await pull(db, puller, null), rawCookie);
  const answer = cookie && !cookie.first ? pullChanges(viewer, cookie, read) : pullInitial(viewer, cookie, read);
  if (answer.cookie === cookie) return answer;
  return {
    ...answer,
    ...(read.skipped > 0 && read.rows.skippedTo !== null && { skippedTo: read.rows.skippedTo }),
    cookie: { ...answer.cookie, proof: puller.watch.proofs.prove(read.instance, answer.cookie.seq) },
  };
};

type Read = Awaited<ReturnType<typeof readPage>>;

/** Without `acks` the device has no refusals yet, so none that it must forget. */
const isBelowHorizon = (cookie: PullCookie, { rows, acks }: Read): boolean =>
  rows.entries.some(isHorizon) || (cookie.acks > 0 && acks.entries.some(isHorizon));

const isHorizon = ({ entity }: Entry) => entity === HORIZON;

const ACTOR_AND_LOG = `SELECT instance, role, account_ids, epoch,
    (SELECT seq FROM sqlite_sequence WHERE name = 'sync_log') AS last_seq,
    (SELECT max(seq) FROM sync_log WHERE hoa_id = users.hoa_id) AS newest
  FROM sync_instance, users WHERE users.id = ? AND users.hoa_id = ?`;

const readPage = async (
  db: Client,
  { viewer, group, groups = [], schemaVersion = '1', now, skip = 0 }: Puller,
  cookie: PullCookie | undefined,
) => {
  const { hoa_id } = viewer;
  const limit = cookie ? PAGE_SIZE : FIRST_PAGE_SIZE;
  const skipped = cookie?.first ? skip : 0;
  const [owner, actorRow, rows, acks, earlier, total, firstSyncs] = await batch(
    db,
    [
      { sql: 'SELECT user_id FROM sync_client_groups WHERE id = ?', args: [group] },
      { sql: ACTOR_AND_LOG, args: [viewer.id, hoa_id] },
      pageStatement({ ...rowRange(viewer, cookie, limit), skip: skipped }),
      groupStatement(ackRange(hoa_id, group, cookie, limit)),
      earlierRefusals(viewer, groups),
      ...(cookie
        ? []
        : [countStatement(hoa_id, audiencesOf(viewer)), readCountsStatement(firstSyncLimits(viewer), now)]),
    ],
    'read',
  );
  const actor = actorRow?.rows[0] as SqlRow;
  return {
    owner: owner?.rows[0]?.user_id as string | undefined,
    role: actor.role as Actor['role'],
    account_ids: JSON.parse(String(actor.account_ids)) as string[],
    instance: String(actor.instance),
    epoch: [actor.instance, actor.epoch, ...(schemaVersion > '1' ? [schemaVersion] : [])].join('.'),
    newest: Number(actor.newest ?? 0),
    /** The newest position of all HOAs. A compacted log may end below it. */
    lastSeq: Number(actor.last_seq ?? 0),
    rows: pageOf(rows),
    skipped,
    acks: pageOf(acks),
    hasEarlierRefusals: (earlier?.rows.length ?? 0) > 0,
    total: Number(total?.rows[0]?.total ?? 0),
    firstSyncs,
  };
};

const rowRange = (viewer: Actor, cookie: PullCookie | undefined, limit: number): Range => {
  const range = { hoa_id: viewer.hoa_id, audiences: audiencesOf(viewer), limit };
  return cookie && !cookie.first
    ? { ...range, after: cookie.seq }
    : { ...range, below: cookie?.first?.below ?? Number.MAX_SAFE_INTEGER };
};

/** A first sync reads only the group's entries that existed when it began; later ones follow with their rows. */
const ackRange = (hoa_id: string, group: string, cookie: PullCookie | undefined, limit: number): Range => ({
  hoa_id,
  audiences: [group],
  limit,
  after: cookie?.acks ?? 0,
  upTo: cookie?.first && cookie.seq,
});

/** Last mutation ids come with the last page, never before the rows that their mutations changed. A complete state
 * reaches the newest position of the HOA, also where the viewer may see nothing of it, so that pokes apply to it. */
const pullChanges = (viewer: Actor, cookie: PullCookie, { rows, acks, newest }: Read): PullAnswer => {
  const reached = Math.max(cookie.seq, newest);
  const isEmpty = rows.entries.length + acks.entries.length === 0;
  if (isEmpty && reached === cookie.seq && !cookie.more) return { cookie, lastMutationIDChanges: {}, patch: [] };
  const { epoch } = cookie;
  if (rows.more) {
    const seq = Number(rows.entries.at(-1)?.seq);
    const order = partialOrder(cookie);
    return { ...changesOf(rows.entries, viewer), cookie: { order, epoch, seq, acks: cookie.acks, more: true } };
  }
  const changes = changesOf([...rows.entries, ...acks.entries], viewer);
  if (acks.more) {
    const lastAck = Number(acks.entries.at(-1)?.seq);
    return { ...changes, cookie: { order: partialOrder(cookie), epoch, seq: reached, acks: lastAck, more: true } };
  }
  return { ...changes, cookie: { order: completeOrder(cookie, reached), epoch, seq: reached, acks: reached } };
};

/** Pages of a first sync run from newest to oldest. The last one also brings the group's entries. */
const pullInitial = (viewer: Actor, cookie: PullCookie | undefined, read: Read): PullAnswer => {
  const { rows, acks, newest, skipped } = read;
  const before = cookie?.first ?? { done: 0, total: read.total };
  const done = before.done + skipped + rows.entries.length;
  const base = {
    order: partialOrder(cookie),
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
  const order = acks.more ? base.order : completeOrder(cookie, base.seq);
  return {
    cookie: { ...base, order, acks: lastAck, ...((newest > base.seq || acks.more) && { more: true }) },
    lastMutationIDChanges,
    patch: [...patch, progress({ done, total: done })],
  };
};

const progress = ({ done, total }: { done: number; total: number }): PatchOperation => ({
  op: 'put',
  key: 'meta/sync',
  value: { done, total: Math.max(done, total), complete: done >= total },
});

const changesOf = (entries: Entry[], viewer: Actor): Pick<PullAnswer, 'lastMutationIDChanges' | 'patch'> => {
  const lastMutationIDChanges: Record<string, number> = {};
  const patch = new Map<string, PatchOperation>();
  for (const { entity, entity_id, row } of entries.filter((entry) => !isHorizon(entry))) {
    if (entity !== 'client')
      patch.set(
        `${entity}/${entity_id}`,
        operationOf(entity as Entity, entity_id, row && rowOfValues(entity as Entity, row), viewer),
      );
    else if (row) lastMutationIDChanges[entity_id] = Number(row[0]);
  }
  return { lastMutationIDChanges, patch: [...patch.values()] };
};

const startOver = (answer: PullAnswer, cookie: unknown): PullAnswer => ({
  ...answer,
  cookie: { ...answer.cookie, order: Math.max(answer.cookie.order, partialOrder(cookie)) },
  patch: [{ op: 'clear' }, ...answer.patch],
});
