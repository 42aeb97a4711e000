import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import { RELEASE } from '../../schema/sync.ts';
import type { RefusalRow } from '../../schema/tables/sync.ts';
import { chunksOf, halvesOf } from '../chunks.ts';
import { type MutatorName, mutatorNamed } from '../mutators.ts';
import { parse } from '../parse.ts';
import { ARGS_LIMIT } from '../protocol.ts';
import { type Actor, type Mutator, Refusal } from '../tx.ts';
import { activitiesOf, type Origin, subjectOf } from './activity.ts';
import { type ClientGroup, ForeignGroup, lastIdStatements, readGroup } from './client-groups.ts';
import { type PutBackWatch, renewIfPutBack } from './identity.ts';
import { ReadSet } from './read-set.ts';
import { dropSurplus, readSurplus } from './refusals.ts';
import { fileKeysOf, requireCurrentActor, retryOnConflict, type WriteDeps } from './transact.ts';
import { ServerTx, type ServerTxDeps, WriteBuffer } from './tx.ts';
import { type Commit, commitBuffer } from './write.ts';

/** Replicache's push request, version 1 (https://doc.replicache.dev/reference/server-push), with fields of our own:
 * `instance` is the database that the client last synced with, `proof` that of its cookie; `base` holds the last mutation id confirmed to each
 * client, which a database restored from a backup may not know; `at` of a mutation is when the device made it, `release` the app that did. */
export const pushBody = z.object({
  pushVersion: z.literal(1),
  clientGroupID: z.string().min(1).max(100),
  profileID: z.string().optional(),
  schemaVersion: z.string().optional(),
  instance: z.string().max(100).optional(),
  proof: z.string().max(100).optional(),
  base: z.record(z.string().max(100), z.number().int().min(0)).optional(),
  mutations: z
    .array(
      z.object({
        clientID: z.string().min(1).max(100),
        id: z.number().int().min(1),
        name: z.string(),
        args: z.unknown(),
        timestamp: z.number().optional(),
        at: z.string().max(40).optional(),
        release: z.number().int().optional(),
      }),
    )
    .max(5000),
});
export type PushBody = z.infer<typeof pushBody>;
type Mutation = PushBody['mutations'][number];

const CHUNK_SIZE = 50;

/** A mutation id that does not follow the last one: an earlier mutation never arrived. */
export class FutureMutation extends Error {}
/** A change of a newer app, which this server cannot know. It waits on the device. */
export class NewerChange extends Error {}
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
 * `onCommit` is called after each batch. Throws ForeignGroup, ForeignInstance, FutureMutation, NewerChange, StaleActor; any other
 * error stops the push and keeps the last mutation id, so that the client sends the rest again. */
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

/** With `forcedRefusal` the chunk's only mutation is refused without running. */
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
  'This device had been away for more than a year, and may have sent this change before. See whether it is still wanted, and send it again.';

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

type Call =
  | { ready: true; mutation: Mutation; mutator: Mutator; args: unknown; keys: string[]; newer?: never }
  | { ready: false; mutation: Mutation; refusal: Refusal; newer?: NewerChange };

const parseCall = (mutation: Mutation, forcedRefusal?: Refusal): Call => {
  const refuse = (refusal: Refusal): Call => ({ ready: false, mutation, refusal });
  if (forcedRefusal) return refuse(forcedRefusal);
  const mutator = mutatorNamed(mutation.name);
  if (!mutator) return leaveWaiting(mutation, new Refusal('invalid', `Unknown change "${mutation.name.slice(0, 60)}"`));
  if (isTooLarge(mutation.args)) return refuse(new Refusal('invalid', 'This change is too large to send'));
  const isNewer = (mutation.release ?? 0) > RELEASE;
  try {
    const args = parse(mutator.input, mutation.args);
    if (isNewer && hasUnknownFields(mutation.args, args)) return leaveWaiting(mutation);
    return { ready: true, mutation, mutator, args, keys: fileKeysOf(mutator, args) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return isNewer ? leaveWaiting(mutation, error) : refuse(error);
  }
};

const leaveWaiting = (mutation: Mutation, refusal = new Refusal('invalid', 'Unknown field')): Call => ({
  ready: false,
  mutation,
  refusal,
  newer: new NewerChange(`${mutation.name.slice(0, 60)}: ${refusal.message}`),
});

/** `written_at` is the device's own. */
const hasUnknownFields = (given: unknown, parsed: unknown): boolean =>
  Object.keys(Object(given)).some((field) => field !== 'written_at' && !Object.hasOwn(Object(parsed), field));

const isTooLarge = (args: unknown): boolean => JSON.stringify(args ?? null).length > ARGS_LIMIT;

/** Runs a mutator only for its reads, so that the reads of several calls share a batch. */
const dryRun = async (call: Call, tx: ServerTx): Promise<void> => {
  if (!call.ready) return;
  try {
    await call.mutator.run(tx, call.args);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
};

const runCall = async (
  call: Call,
  buffer: WriteBuffer,
  txOver: (fork: WriteBuffer) => ServerTx,
  group: string,
  origin?: Origin,
): Promise<WriteBuffer> => {
  const written = buffer.fork();
  try {
    if (!call.ready) throw call.refusal;
    const tx = txOver(written);
    await call.mutator.run(tx, call.args);
    const { name, clientID: client } = call.mutation;
    const about = subjectOf(buffer, written, call.args);
    const doing = { action: name as MutatorName, actor: tx.actor, at: tx.now, origin, client, about };
    written.activities.push(...activitiesOf(buffer, written, doing));
    return written;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const refused = buffer.fork();
    await putRefusal(txOver(refused), call.mutation, error, group);
    return refused;
  }
};

const putRefusal = (tx: ServerTx, { name, args }: Mutation, { code, message }: Refusal, group: string): Promise<void> =>
  tx.put('refusal', {
    id: uuidv7(),
    client_group_id: group,
    user_id: tx.actor.id,
    mutation: name.slice(0, 100),
    // Arguments over the limit stay with the client that sent them.
    args: isTooLarge(args) ? {} : (args ?? {}),
    code,
    message,
    at: tx.now,
  });

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
