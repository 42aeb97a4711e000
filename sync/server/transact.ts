import type { Client, InStatement } from '@libsql/client';
import type { User } from '../../schema/users.ts';
import { type Actor, type Mutator, parse, type Refusal, type Tx } from '../tx.ts';
import { ReadSet } from './read-set.ts';
import { pause } from './retry.ts';
import { type FileClaim, ServerTx, WriteBuffer } from './tx.ts';
import { type Commit, ConflictError, write } from './write.ts';

/** What the write path needs from outside. */
export type WriteDeps = {
  db: Client;
  now(): Date;
  sanitize(html: string): string;
  /** Looks at uploaded keys, and stores what they hold where no upload link reaches; one answer a key. What could not
   * be looked at yet is `pending`, or throws. */
  claim(actor: Actor, keys: string[]): Promise<Map<string, FileClaim | Refusal>>;
};

/** Acts for the product itself (cron, webhooks): no user row stands behind it. */
export const SYSTEM = 'system';

const ATTEMPTS = 20;

/** Runs `attempt` again while what it read moves under it. Throws Moved when it never comes to rest. */
export const retryOnConflict = async <T>(attempt: () => Promise<T>, tries = 1): Promise<T> => {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ConflictError) || tries >= ATTEMPTS) throw error;
    await pause(tries);
    return retryOnConflict(attempt, tries + 1);
  }
};

/** One change outside of push: reads, runs and writes as one. `extra` statements, on tables that never sync, stand or
 * fall with it; so do `last` ones, which need its rows to be there. Throws Refusal when a rule says no, StaleActor. */
export const change = (
  engine: WriteDeps,
  actor: Actor,
  run: (tx: Tx) => Promise<void>,
  keys: string[] = [],
  extra: InStatement[] = [],
  last: InStatement[] = [],
): Promise<Commit> =>
  retryOnConflict(async () => {
    const files = await engine.claim(actor, keys);
    const overlay = new WriteBuffer(new ReadSet(engine.db, actor.hoa_id));
    const now = engine.now().toISOString();
    const standing = requireCurrentActor(overlay.snapshot, actor);
    await Promise.all([standing, run(new ServerTx(actor, now, overlay, { sanitize: engine.sanitize, files }))]);
    if (overlay.writes.size + overlay.effects.length + extra.length + last.length === 0)
      return { audiences: new Set<string>(), effects: false };
    return write(engine.db, overlay, now, { extra, last });
  });

/** The change a registered mutator makes, from arguments not yet parsed. */
export const changeBy = (engine: WriteDeps, actor: Actor, mutator: Mutator, raw: unknown): Promise<Commit> => {
  const args = parse(mutator.input, raw);
  return change(engine, actor, (tx) => mutator.run(tx, args), keysOf(mutator, args));
};

/** The storage keys a call names. */
export const keysOf = (mutator: Mutator, args: unknown): string[] =>
  mutator.files(args).filter((key): key is string => typeof key === 'string' && key !== '');

/** The actor's role or status has changed since the call was let in: it must be let in anew. */
export class StaleActor extends Error {}

/** Throws StaleActor where the database knows the actor otherwise by now. Being read, it is guarded too. */
export const requireCurrentActor = async (snapshot: ReadSet, actor: Actor): Promise<void> => {
  if (actor.id === SYSTEM) return;
  const user = (await snapshot.row('user', actor.id)) as User | undefined;
  if (user?.role !== actor.role || user.status !== 'active' || user.deleted_at)
    throw new StaleActor(`${actor.id} is no longer an active ${actor.role}`);
};
