import type { InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import { mutatorNamed } from '../index.ts';
import { ARGS_LIMIT } from '../protocol.ts';
import { type Actor, type Mutator, parse, Refusal } from '../tx.ts';
import { ReadSet } from './read-set.ts';
import { keysOf, requireCurrentActor, retryOnConflict, type WriteDeps } from './transact.ts';
import { ServerTx, type ServerTxDeps, WriteBuffer } from './tx.ts';
import { type Commit, logStatements, write } from './write.ts';

/** Replicache's push request, version 1 (https://doc.replicache.dev/reference/server-push), and what a client may add:
 * `instance` is the database it last synced with; `base` says, by client, the last mutation that was ever confirmed to
 * it, which a database restored from a backup may not know. */
export const pushBody = z.object({
  pushVersion: z.literal(1),
  clientGroupID: z.string().min(1).max(100),
  profileID: z.string().optional(),
  schemaVersion: z.string().optional(),
  instance: z.string().max(100).optional(),
  base: z.record(z.string().max(100), z.number().int().min(0)).optional(),
  mutations: z
    .array(
      z.object({
        clientID: z.string().min(1).max(100),
        id: z.number().int().min(1),
        name: z.string(),
        args: z.unknown(),
        timestamp: z.number().optional(),
      }),
    )
    .max(5000),
});
export type PushBody = z.infer<typeof pushBody>;
type Mutation = PushBody['mutations'][number];

/** Mutations that share one batch. */
const TOGETHER = 50;

/** The client group is another user's. */
export class ForeignGroup extends Error {}
/** A mutation number that does not follow the last one: something before it never arrived. */
export class FutureMutation extends Error {}
/** The client last synced with another database: it has to say where its numbers begin. */
export class ForeignInstance extends Error {}

/** Applies a push: every mutation once, in order; refused ones advance the number and leave a refusal row.
 * `onCommit` hears of each batch. Throws ForeignGroup, ForeignInstance, FutureMutation; any other
 * error stops the push and keeps the number. */
export const push = async (
  engine: WriteDeps,
  actor: Actor,
  body: PushBody,
  onCommit: (commit: Commit) => void,
): Promise<void> => {
  for (let at = 0; at < body.mutations.length; at += TOGETHER)
    await applyPiece(engine, actor, body, body.mutations.slice(at, at + TOGETHER), onCommit);
};

const applyPiece = async (
  engine: WriteDeps,
  actor: Actor,
  body: PushBody,
  piece: Mutation[],
  onCommit: (commit: Commit) => void,
): Promise<void> => {
  const settle = async (verdict?: Refusal) => {
    const { commit, missing } = await retryOnConflict(() => apply(engine, actor, body, piece, verdict));
    if (commit) onCommit(commit);
    if (missing) throw new FutureMutation(missing);
  };
  try {
    await settle();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A constraint refused the batch: find the one by halves, and refuse that one.
    if (piece.length === 1) return settle(error);
    const middle = Math.ceil(piece.length / 2);
    for (const half of [piece.slice(0, middle), piece.slice(middle)])
      await applyPiece(engine, actor, body, half, onCommit);
  }
};

/** Tries a piece in one guarded batch. With `verdict` the (single) mutation is refused without being run. */
const apply = async (
  engine: WriteDeps,
  actor: Actor,
  body: PushBody,
  piece: Mutation[],
  verdict?: Refusal,
): Promise<{ commit?: Commit; missing?: string }> => {
  const group = body.clientGroupID;
  const calls = piece.map((mutation) => callOf(mutation, verdict));
  const files = await engine.claim(
    actor,
    calls.flatMap((call) => (call.ready ? call.keys : [])),
  );
  const around: ServerTxDeps = { sanitize: engine.sanitize, files, group };
  const snapshot = new ReadSet(engine.db, actor.hoa_id);

  // #1 read the client group and its clients, and (by a dry run) everything the mutations will ask for.
  const [known] = await Promise.all([
    readGroup(snapshot, body, piece),
    requireCurrentActor(snapshot, actor),
    ...calls.map((call) => dryRun(call, actor, engine.now().toISOString(), snapshot, around)),
  ]);
  // #2 a group belongs to the user who first used it.
  if (known.owner !== undefined && known.owner !== actor.id) throw new ForeignGroup();
  if (known.isForeignInstance && !body.base) throw new ForeignInstance();

  let overlay = new WriteBuffer(snapshot);
  const last = raisedTo(known.clients, body.base, piece);
  let now = Math.max(engine.now().getTime(), known.seen + 1);
  let missing: string | undefined;
  for (const call of calls) {
    const { clientID, id } = call.mutation;
    // #3 already seen: skip.  #4 from the future: stop, and let the client send what is missing.
    const expected = (last.get(clientID) ?? 0) + 1;
    if (id < expected) continue;
    if (id > expected) {
      missing = `Mutation ${id} of ${clientID} came before ${expected}`;
      break;
    }
    // #5 run it; a refusal drops its writes and keeps its content.
    overlay = await runOne(call, actor, overlay, around, new Date(now).toISOString(), group);
    last.set(clientID, id);
    now += 1;
  }

  // #6 rows, log, numbers: one batch.
  const touched = [...last].filter(([client, id]) => id !== known.clients.get(client));
  if (touched.length === 0) return { missing };
  const stamp = new Date(now - 1).toISOString();
  const commit = await write(engine.db, overlay, stamp, {
    extra: numberStatements(actor, group, known, touched, stamp),
    last: logStatements(
      actor.hoa_id,
      touched.map(([client]) => ({ audience: group, entity: 'client', entity_id: client, gone: 0 as const })),
    ),
  });
  commit.audiences.add(group);
  return { commit, missing };
};

type Call =
  | { ready: true; mutation: Mutation; mutator: Mutator; args: unknown; keys: string[] }
  | { ready: false; mutation: Mutation; refusal: Refusal };

/** Parses one mutation; what cannot be run is refused later, in its turn. */
const callOf = (mutation: Mutation, verdict?: Refusal): Call => {
  const refuse = (refusal: Refusal): Call => ({ ready: false, mutation, refusal });
  if (verdict) return refuse(verdict);
  const mutator = mutatorNamed(mutation.name);
  if (!mutator) return refuse(new Refusal('invalid', `Unknown change "${mutation.name.slice(0, 60)}"`));
  if (JSON.stringify(mutation.args ?? null).length > ARGS_LIMIT)
    return refuse(new Refusal('invalid', 'This change is too large to send'));
  try {
    const args = parse(mutator.input, mutation.args);
    return { ready: true, mutation, mutator, args, keys: keysOf(mutator, args) };
  } catch (error) {
    if (error instanceof Refusal) return refuse(error);
    throw error;
  }
};

/** Runs a mutator for what it reads alone, so that neighbours' reads travel together. */
const dryRun = async (
  call: Call,
  actor: Actor,
  now: string,
  snapshot: ReadSet,
  around: ServerTxDeps,
): Promise<void> => {
  if (!call.ready) return;
  try {
    await call.mutator.run(new ServerTx(actor, now, new WriteBuffer(snapshot), around), call.args);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
};

const runOne = async (
  call: Call,
  actor: Actor,
  overlay: WriteBuffer,
  around: ServerTxDeps,
  now: string,
  group: string,
): Promise<WriteBuffer> => {
  const attempt = overlay.fork();
  try {
    if (!call.ready) throw call.refusal;
    await call.mutator.run(new ServerTx(actor, now, attempt, around), call.args);
    return attempt;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const refused = overlay.fork();
    await new ServerTx(actor, now, refused, around).put('refusal', {
      id: uuidv7(),
      client_group_id: group,
      user_id: actor.id,
      mutation: call.mutation.name.slice(0, 100),
      args: keepable(call.mutation.args),
      code: error.code,
      message: error.message,
      at: now,
    });
    return refused;
  }
};

/** Arguments as a refusal keeps them; what is too large stays with the client that sent it. */
const keepable = (args: unknown) => (JSON.stringify(args ?? null).length > ARGS_LIMIT ? {} : (args ?? {}));

/** The last mutation of each client: the database's, or the one that was confirmed before it was restored. */
const raisedTo = (known: ReadonlyMap<string, number>, base: PushBody['base'] = {}, piece: Mutation[]) => {
  const last = new Map(known);
  for (const { clientID } of piece)
    if (base[clientID] !== undefined) last.set(clientID, Math.max(base[clientID], known.get(clientID) ?? 0));
  return last;
};

type Known = { owner: string | undefined; isForeignInstance: boolean; clients: Map<string, number>; seen: number };

const readGroup = async (snapshot: ReadSet, body: PushBody, piece: Mutation[]): Promise<Known> => {
  const { clientGroupID: group, instance } = body;
  const clients = [...new Set(piece.map((mutation) => mutation.clientID))];
  const [[owner], found, [database]] = await Promise.all([
    snapshot.read({ sql: 'SELECT user_id FROM sync_client_groups WHERE id = ?', args: [group] }),
    snapshot.read({
      sql: `SELECT id, client_group_id, last_mutation_id, seen_at FROM sync_clients WHERE id IN (${clients.map(() => '?').join(', ')})`,
      args: clients,
    }),
    snapshot.read({ sql: 'SELECT instance FROM sync_instance', args: [] }),
  ]);
  if (found.some((row) => row.client_group_id !== group)) throw new ForeignGroup();
  return {
    owner: owner ? String(owner.user_id) : undefined,
    isForeignInstance: instance !== undefined && instance !== database?.instance,
    clients: new Map(found.map((row) => [String(row.id), Number(row.last_mutation_id)])),
    seen: Math.max(0, ...found.map((row) => Date.parse(String(row.seen_at)))),
  };
};

/** Guards and writes of the group and its mutation numbers. */
const numberStatements = (
  actor: Actor,
  group: string,
  known: Known,
  touched: [string, number][],
  now: string,
): InStatement[] => [
  {
    sql: 'INSERT OR IGNORE INTO sync_client_groups (id, hoa_id, user_id, created_at) VALUES (?, ?, ?, ?)',
    args: [group, actor.hoa_id, actor.id, now],
  },
  {
    sql: 'INSERT INTO sync_guard (ok) SELECT user_id = ? FROM sync_client_groups WHERE id = ?',
    args: [actor.id, group],
  },
  ...touched.flatMap(([client, id]): InStatement[] => [
    {
      sql: 'INSERT INTO sync_guard (ok) SELECT coalesce((SELECT last_mutation_id FROM sync_clients WHERE id = ?), 0) = ?',
      args: [client, known.clients.get(client) ?? 0],
    },
    {
      sql: `INSERT INTO sync_clients (id, hoa_id, client_group_id, last_mutation_id, seen_at) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET last_mutation_id = excluded.last_mutation_id, seen_at = excluded.seen_at`,
      args: [client, actor.hoa_id, group, id, now],
    },
  ]),
];
