import type { Changes } from '../schema/activity.ts';
import { type About, type ActivityName, newActivity } from '../sync/server/activity.ts';
import type { CommitPoke } from '../sync/server/pokes.ts';
import { ReadSet } from '../sync/server/read-set.ts';
import { type TransactOptions, transact, type WriteDeps } from '../sync/server/transact.ts';
import { SYSTEM, WriteBuffer } from '../sync/server/tx.ts';
import { type Commit, commitBuffer, type ExtraStatements } from '../sync/server/write.ts';
import type { Actor, Tx } from '../sync/tx.ts';
import { logProofs } from './auth/log-proofs.ts';
import type { Deps } from './deps.ts';
import { claimForPush, claimUploads } from './services/claims.ts';
import { commitOnce } from './services/once.ts';
import { sanitizeRich } from './services/sanitize.ts';

export const writeDeps = (deps: Deps): WriteDeps => ({
  db: deps.db,
  now: deps.now,
  sanitize: sanitizeRich,
  claim: async (actor, keys) => (keys.length === 0 ? new Map() : claimUploads(deps, actor, keys)),
  origin: deps.origin && { device: deps.origin.device, sign_in: deps.origin.sign_in },
});

export const pushWriteDeps = (deps: Deps): WriteDeps => {
  const claim = claimForPush(deps);
  return { ...writeDeps(deps), claim: async (actor, keys) => (keys.length === 0 ? new Map() : claim(actor, keys)) };
};

export const poke = (deps: Deps, hoa_id: string, commit: Commit, except: readonly string[] = []): void => {
  if (commit.poke) deps.waitUntil(Promise.resolve(deps.poke(hoa_id, proven(deps, commit.poke), except)));
};

/** Adds the proof that the log has reached the commit's position. */
export const proven = ({ config }: Deps, poke: CommitPoke): CommitPoke => ({
  ...poke,
  proof: logProofs(config).prove(poke.instance, poke.to),
});

/** The name, in the trail of activity, of a change that is no mutator's; null where the trail does not show it. */
export type Named = { action: ActivityName | null };

/** Commits a change of a job, the schedule or a webhook. Its outbox rows are run by the current drain or the next one.
 * Throws Refusal, ConflictError. */
export const transactAsSystem = async (
  deps: Deps,
  hoa_id: string,
  run: (tx: Tx) => Promise<void>,
  options: TransactOptions & Named,
): Promise<void> => {
  const system: Actor = { id: SYSTEM, hoa_id, role: 'superadmin', name: 'Porchlight', email: '', address_id: null };
  poke(deps, hoa_id, await transact(writeDeps(deps), system, run, options));
};

export type RecordedAct = { action: ActivityName; by: Pick<Actor, 'id' | 'name' | 'role'> | null; about: About };

/** An act of somebody on their own account. */
export const ownAct = (
  action: ActivityName,
  { id, name, role, email }: Pick<Actor, 'id' | 'name' | 'role' | 'email'>,
  changes: Changes = {},
): RecordedAct => ({
  action,
  by: { id, name, role },
  about: { entity: 'user', entity_id: id, title: name || email, changes },
});

/** Commits statements on tables that never sync together with their activity. `by` is null for the
 * schedule, webhooks and jobs. Throws ConflictError if a guard among the statements fails. */
export const recordActivity = async (
  deps: Deps,
  hoa_id: string,
  { action, by, about }: RecordedAct,
  { statementsBefore = [], statementsAfter = [] }: ExtraStatements = {},
): Promise<void> => {
  const { db } = deps;
  const buffer = new WriteBuffer(new ReadSet(db, hoa_id));
  const at = deps.now().toISOString();
  buffer.activities.push(newActivity({ action, actor: by, at, origin: deps.origin }, about));
  await commitOnce(deps, async (counting) => {
    const statements = { statementsBefore: [...counting, ...statementsBefore], statementsAfter };
    poke(deps, hoa_id, await commitBuffer(db, buffer, at, statements));
  });
};
