import type { Client, InStatement } from '@libsql/client';
import { type Actor, actorOf, type Mutator, type Refusal, rightsOf, type Tx } from '../tx.ts';
import { type About, type ActivityName, activitiesOf, type Origin, subjectOf } from './activity.ts';
import { ReadSet } from './read-set.ts';
import { pause } from './retry.ts';
import { type FileClaim, ServerTx, SYSTEM, WriteBuffer } from './tx.ts';
import { type Commit, ConflictError, commitBuffer, type ExtraStatements } from './write.ts';

export type WriteDeps = {
  db: Client;
  now(): Date;
  sanitize(html: string): string;
  /** Verifies uploaded keys and moves their files out of reach of their upload links. A file that cannot be verified
   * yet is `pending`, or the call throws. */
  claim(actor: Actor, keys: string[]): Promise<Map<string, FileClaim | Refusal>>;
  origin?: Origin | undefined;
};

const MAX_ATTEMPTS = 20;

/** Throws ConflictError after 20 attempts. */
export const retryOnConflict = async <T>(attempt: () => Promise<T>, attempts = 1): Promise<T> => {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ConflictError) || attempts >= MAX_ATTEMPTS) throw error;
    await pause(attempts);
    return retryOnConflict(attempt, attempts + 1);
  }
};

/** The entry of a commit in the trail of activity, nothing without `action`. `by` did it where that is not the actor of
 * the transaction; `args` are a mutator's, `about` is said where nothing changes that the trail shows. */
export type Recorded = {
  action?: ActivityName | null;
  by?: Pick<Actor, 'id' | 'name' | 'role'> | null | undefined;
  args?: unknown;
  about?: About | undefined;
};
export type TransactOptions = ExtraStatements & Recorded & { files?: string[] };

/** Commits all writes in one guarded batch, together with the given statements and the activities. `run` may run several
 * times. Throws Refusal, StaleActor, ConflictError. */
export const transact = (
  deps: WriteDeps,
  actor: Actor,
  run: (tx: Tx) => Promise<void>,
  { files: keys = [], statementsBefore = [], statementsAfter = [], ...recorded }: TransactOptions = {},
): Promise<Commit> =>
  retryOnConflict(async () => {
    const files = await deps.claim(actor, keys);
    const buffer = new WriteBuffer(new ReadSet(deps.db, actor.hoa_id));
    const now = deps.now().toISOString();
    const tx = new ServerTx(actor, now, buffer, {
      sanitize: deps.sanitize,
      files,
      sign_in: deps.origin?.sign_in,
    });
    await Promise.all([requireCurrentActor(buffer.reads, actor), run(tx)]);
    buffer.activities.push(...activitiesIn(buffer, recorded, { actor, at: now, origin: deps.origin }));
    const statements: InStatement[] = [...statementsBefore, ...statementsAfter];
    if (buffer.writes.size + buffer.effects.length + buffer.activities.length + statements.length === 0)
      return { effects: false, areDue: false, poke: undefined };
    return commitBuffer(deps.db, buffer, now, { statementsBefore, statementsAfter });
  });

type Call = { actor: Actor; at: string; origin: Origin | undefined };

const activitiesIn = (buffer: WriteBuffer, { action, by, args, about }: Recorded, { actor, ...call }: Call) => {
  if (!action) return [];
  const before = new WriteBuffer(buffer.reads);
  const doer = by === undefined && actor.id !== SYSTEM ? actor : (by ?? null);
  return activitiesOf(before, buffer, {
    action,
    actor: doer,
    ...call,
    about: about ?? subjectOf(before, buffer, args),
  });
};

export const fileKeysOf = (mutator: Mutator, args: unknown): string[] =>
  mutator.files(args).filter((key): key is string => typeof key === 'string' && key !== '');

/** The user is not what the call took them for; `actor` is who they are now. */
export class StaleActor extends Error {
  readonly actor: Actor;
  constructor(actor: Actor) {
    super(`${actor.id} has changed, and is ${actor.role} now`);
    this.actor = actor;
  }
}

/** Throws StaleActor if the user row no longer matches the actor. The row joins the read set, so a later change of it
 * fails the commit. */
export const requireCurrentActor = async (reads: ReadSet, actor: Actor): Promise<void> => {
  if (actor.id === SYSTEM) return;
  const user = await reads.row('user', actor.id);
  if (!user || rightsOf(user) !== rightsOf(actor) || user.status !== 'active' || user.deleted_at)
    throw new StaleActor(user ? actorOf(user) : actor);
};
