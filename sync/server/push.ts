import type { RefusalRow } from '../../schema/tables/sync.ts';
import { chunksOf, halvesOf } from '../chunks.ts';
import { type Actor, Refusal } from '../tx.ts';
import { type ClientGroup, ForeignGroup, lastIdStatements, readGroup } from './client-groups.ts';
import { type PutBackWatch, renewIfPutBack } from './identity.ts';
import { type Call, dryRun, type Mutation, type PushBody, parseCall, runCall } from './push-calls.ts';
import { ReadSet } from './read-set.ts';
import { dropSurplus, readSurplus } from './refusals.ts';
import { requireCurrentActor, retryOnConflict, type WriteDeps } from './transact.ts';
import { ServerTx, type ServerTxDeps, WriteBuffer } from './tx.ts';
import { type Commit, commitBuffer } from './write.ts';

const CHUNK_SIZE = 50;

/** A mutation id that does not follow the last one: an earlier mutation never arrived. */
export class FutureMutation extends Error {}
/** The client last synced with another database and must send `base`. */
export class ForeignInstance extends Error {}

export type PushCommit = Commit & { refused: readonly Pick<RefusalRow, 'mutation' | 'code'>[] };

type Push = {
  deps: WriteDeps;
  actor: Actor;
  body: PushBody;
  watch: PutBackWatch;
  onCommit: (commit: PushCommit) => void;
};

/** Applies every mutation once and in order; a refused one raises the last mutation id and leaves a refusal row.
 * `onCommit` is called after each batch. Throws ForeignGroup, ForeignInstance, FutureMutation, NewerChange, StaleActor;
 * any other error stops the push and keeps the last mutation id, so that the client sends the rest again. */
export const push = async (
  deps: WriteDeps,
  actor: Actor,
  body: PushBody,
  watch: PutBackWatch,
  onCommit: (commit: PushCommit) => void,
): Promise<void> => {
  for (const chunk of chunksOf(body.mutations, CHUNK_SIZE))
    await applyChunk({ deps, actor, body, watch, onCommit }, chunk);
};

const applyChunk = async (push: Push, chunk: Mutation[]): Promise<void> => {
  try {
    await tryChunk(push, chunk);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A constraint refused the batch: halving finds the mutation at fault, and only that one is refused.
    if (chunk.length === 1) return tryChunk(push, chunk, error);
    for (const half of halvesOf(chunk)) await applyChunk(push, half);
  }
};

/** Given `forcedRefusal`, the chunk's only mutation is refused without running. */
const tryChunk = async (push: Push, chunk: Mutation[], forcedRefusal?: Refusal): Promise<void> => {
  const { commit, stopped } = await retryOnConflict(async () => {
    const read = await readChunk(push, chunk, forcedRefusal);
    const run = await runChunk(push, read);
    return { commit: await commitChunk(push, read, run), stopped: run.stopped };
  });
  if (commit) push.onCommit(commit);
  if (stopped) throw stopped;
};

type ChunkRead = {
  calls: Call[];
  group: ClientGroup;
  surplus: RefusalRow[];
  reads: ReadSet;
  txDeps: ServerTxDeps;
};

const readChunk = async (
  { deps, actor, body, watch }: Push,
  chunk: Mutation[],
  forcedRefusal?: Refusal,
): Promise<ChunkRead> => {
  const calls = chunk.map((mutation) => parseCall(mutation, forcedRefusal));
  const keys = calls.flatMap((call) => (call.ready ? call.keys : []));
  const files = await deps.claim(actor, keys);
  const txDeps: ServerTxDeps = {
    sanitize: deps.sanitize,
    files,
    group: body.clientGroupID,
    sign_in: deps.origin?.sign_in,
  };
  const reads = new ReadSet(deps.db, actor.hoa_id);
  const clientIDs = [...new Set(chunk.map(({ clientID }) => clientID))];

  // #1 read the client group and its clients, and (by a dry run) everything that the mutations read.
  const [group, surplus] = await Promise.all([
    readGroup(reads, body.clientGroupID, clientIDs),
    readSurplus(reads, actor, chunk.length),
    requireCurrentActor(reads, actor),
    ...calls.map((call) => dryRun(call, new ServerTx(actor, deps.now().toISOString(), new WriteBuffer(reads), txDeps))),
  ]);
  // #2 a group belongs to the user who first used it.
  if (group.owner !== undefined && group.owner !== actor.id) throw new ForeignGroup();
  const isForeign = body.instance !== undefined && body.instance !== group.instance;
  if (isForeign && !body.base) throw new ForeignInstance();
  if (await renewIfPutBack(deps.db, watch, group, body.proof)) throw new ForeignInstance();
  return { calls, group, surplus, reads, txDeps };
};

/** `lastIds` are the last mutation ids after the commit; `now` is ms since 1970. */
type ChunkRun = { buffer: WriteBuffer; lastIds: Map<string, number>; now: number; stopped?: Error };

const runChunk = async (push: Push, read: ChunkRead): Promise<ChunkRun> => {
  const run = await runCalls(push, read);
  dropSurplus(run.buffer, read.surplus, read.calls.length);
  return run;
};

const runCalls = async ({ deps, actor, body }: Push, { calls, group, reads, txDeps }: ChunkRead): Promise<ChunkRun> => {
  const lastIds = restoredIds(group.lastIds, body.base, calls);
  let buffer = new WriteBuffer(reads);
  let now = Math.max(deps.now().getTime(), group.seen_at + 1);
  for (const call of calls) {
    const { clientID, id } = call.mutation;
    // #3 already seen: skip. #4 from the future: stop, and let the client send the missing ones.
    const expected = expectedId(group, lastIds, call.mutation);
    if (id < expected) continue;
    const at = new Date(now).toISOString();
    const run = madeBeforeForgotten(group, call.mutation) ? refuseForgotten(call.mutation) : call;
    const stopped =
      id > expected ? new FutureMutation(`Mutation ${id} of ${clientID} came before ${expected}`) : run.newer;
    if (stopped) return { buffer, lastIds, now, stopped };
    // #5 run it; a refusal discards its writes and leaves a refusal row.
    buffer = await runCall(run, buffer, (fork) => new ServerTx(actor, at, fork, txDeps), group.id, deps.origin);
    lastIds.set(clientID, id);
    now += 1;
  }
  return { buffer, lastIds, now };
};

/** A forgotten client goes on from wherever it is: it sends its mutations in order, from the first unconfirmed one. */
const expectedId = (group: ClientGroup, lastIds: ReadonlyMap<string, number>, { clientID, id }: Mutation): number => {
  const last = lastIds.get(clientID);
  return last === undefined && group.forgotten_at !== null ? id : (last ?? 0) + 1;
};

const madeBeforeForgotten = ({ forgotten_at }: ClientGroup, { at = '' }: Mutation): boolean =>
  forgotten_at !== null && at < forgotten_at;

const FORGOTTEN =
  'This device has not connected for more than a year, and may have sent this change before. Check whether it is still needed, then send it again.';

const refuseForgotten = (mutation: Mutation): Call => ({
  ready: false,
  mutation,
  refusal: new Refusal('conflict', FORGOTTEN),
});

const commitChunk = async (
  { deps, actor }: Push,
  { group }: ChunkRead,
  { buffer, lastIds, now }: ChunkRun,
): Promise<PushCommit | undefined> => {
  // #6 rows, log entries and last mutation ids: one batch.
  const raised = [...lastIds].filter(([client, id]) => id !== group.lastIds.get(client));
  if (raised.length === 0) return undefined;
  const at = new Date(now - 1).toISOString();
  const commit = await commitBuffer(deps.db, buffer, at, {
    statementsBefore: lastIdStatements(actor, group, raised, at),
    acks: { group: group.id, lastMutationIDChanges: Object.fromEntries(raised) },
  });
  return { ...commit, refused: refusalsIn(buffer) };
};

const refusalsIn = ({ writes }: WriteBuffer): RefusalRow[] =>
  [...writes.values()].flatMap(({ entity, row }) => (entity === 'refusal' && row ? [row as RefusalRow] : []));

/** A restored database may know a lower id than was confirmed; the higher one counts. */
const restoredIds = (
  known: ReadonlyMap<string, number>,
  base: PushBody['base'] = {},
  calls: Call[],
): Map<string, number> => {
  const lastIds = new Map(known);
  for (const { clientID } of calls.map(({ mutation }) => mutation))
    if (base[clientID] !== undefined) lastIds.set(clientID, Math.max(base[clientID], known.get(clientID) ?? 0));
  return lastIds;
};
