import { SYSTEM, type TransactOptions, transact, type WriteDeps } from '../sync/server/transact.ts';
import type { Commit } from '../sync/server/write.ts';
import type { Actor, Tx } from '../sync/tx.ts';
import type { Deps } from './deps.ts';
import { claimForPush, claimUploads } from './services/claims.ts';
import { sanitizeRich } from './services/sanitize.ts';

export const writeDeps = (deps: Deps): WriteDeps => ({
  db: deps.db,
  now: deps.now,
  sanitize: sanitizeRich,
  claim: async (actor, keys) => (keys.length === 0 ? new Map() : claimUploads(deps, actor, keys)),
});

export const pushWriteDeps = (deps: Deps): WriteDeps => {
  const claim = claimForPush(deps);
  return { ...writeDeps(deps), claim: async (actor, keys) => (keys.length === 0 ? new Map() : claim(actor, keys)) };
};

export const poke = (deps: Deps, hoa_id: string, commit: Commit, except: readonly string[] = []): void => {
  if (commit.poke) deps.waitUntil(Promise.resolve(deps.poke(hoa_id, commit.poke, except)));
};

/** For jobs, the schedule and webhooks. Its outbox rows are run by the current drain or the next one. Throws Refusal,
 * ConflictError. */
export const transactAsSystem = async (
  deps: Deps,
  hoa_id: string,
  run: (tx: Tx) => Promise<void>,
  options?: TransactOptions,
): Promise<void> => {
  const system: Actor = { id: SYSTEM, hoa_id, role: 'superadmin', name: 'Porchlight', email: '', address_id: null };
  poke(deps, hoa_id, await transact(writeDeps(deps), system, run, options));
};
