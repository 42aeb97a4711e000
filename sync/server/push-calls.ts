import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import { RELEASE } from '../../schema/sync.ts';
import { type MutatorName, mutatorNamed } from '../mutators.ts';
import { parse } from '../parse.ts';
import { ARGS_LIMIT } from '../protocol.ts';
import { type Mutator, Refusal } from '../tx.ts';
import { activitiesOf, type Origin, subjectOf } from './activity.ts';
import { fileKeysOf } from './transact.ts';
import type { ServerTx, WriteBuffer } from './tx.ts';

const shortText = z.string().check(z.maxLength(100));
const clientName = z.string().check(z.minLength(1), z.maxLength(100));

/** Replicache's push request, version 1 (https://doc.replicache.dev/reference/server-push), with fields of our own:
 * `instance` is the database that the client last synced with, `proof` that of its cookie; `base` holds the last mutation id confirmed to each
 * client, which a database restored from a backup may not know; `at` of a mutation is when the device made it, `release` the app that did. */
export const pushBody = z.object({
  pushVersion: z.literal(1),
  clientGroupID: clientName,
  profileID: z.optional(z.string()),
  schemaVersion: z.optional(z.string()),
  instance: z.optional(shortText),
  proof: z.optional(shortText),
  base: z.optional(z.record(shortText, z.number().check(z.int(), z.minimum(0)))),
  mutations: z
    .array(
      z.object({
        clientID: clientName,
        id: z.number().check(z.int(), z.minimum(1)),
        name: z.string(),
        args: z.unknown(),
        timestamp: z.optional(z.number()),
        at: z.optional(z.string().check(z.maxLength(40))),
        release: z.optional(z.number().check(z.int())),
      }),
    )
    .check(z.maxLength(5000)),
});
export type PushBody = z.infer<typeof pushBody>;
export type Mutation = PushBody['mutations'][number];

/** A change of a newer app, which this server cannot know. It waits on the device. */
export class NewerChange extends Error {}

export type Call =
  | { ready: true; mutation: Mutation; mutator: Mutator; args: unknown; keys: string[]; newer?: never }
  | { ready: false; mutation: Mutation; refusal: Refusal; newer?: NewerChange };

export const parseCall = (mutation: Mutation, forcedRefusal?: Refusal): Call => {
  const refuse = (refusal: Refusal): Call => ({ ready: false, mutation, refusal });
  if (forcedRefusal) return refuse(forcedRefusal);
  const mutator = mutatorNamed(mutation.name);
  if (!mutator) return leaveWaiting(mutation, new Refusal('invalid', `Unknown change “${mutation.name.slice(0, 60)}”`));
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
export const dryRun = async (call: Call, tx: ServerTx): Promise<void> => {
  if (!call.ready) return;
  try {
    await call.mutator.run(tx, call.args);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
};

export const runCall = async (
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
