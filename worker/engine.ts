import type { InStatement } from '@libsql/client';
import { change, SYSTEM, type WriteDeps } from '../sync/server/transact.ts';
import type { Actor, Tx } from '../sync/tx.ts';
import type { Deps, SocketSelector } from './deps.ts';
import { claimForPush, claimUploads } from './services/claims.ts';
import { sanitizeRich } from './services/sanitize.ts';

/** The write path's needs, taken from the app's. */
export const engineOf = (deps: Deps): WriteDeps => ({
  db: deps.db,
  now: deps.now,
  sanitize: sanitizeRich,
  claim: async (actor, keys) => (keys.length === 0 ? new Map() : claimUploads(deps, actor, keys)),
});

/** The same for one push, which does not wait for storage. */
export const pushEngineOf = (deps: Deps): WriteDeps => {
  const claim = claimForPush(deps);
  return { ...engineOf(deps), claim: async (actor, keys) => (keys.length === 0 ? new Map() : claim(actor, keys)) };
};

/** Wakes those whose view a commit has changed, but for the clients that know of it already. */
export const wake = (
  deps: Deps,
  hoa_id: string,
  audiences: ReadonlySet<string>,
  except: readonly string[] = [],
): void => {
  if (audiences.size > 0) deps.waitUntil(Promise.resolve(deps.poke(hoa_id, [...audiences], except)));
};

/** Closes the sockets of a user whose sign-in has ended or whose role has changed. */
export const closeSockets = (deps: Deps, hoa_id: string, sockets: SocketSelector): void =>
  deps.waitUntil(Promise.resolve(deps.disconnect(hoa_id, sockets)));

/** Runs a change in the name of the product itself: what the outbox, the schedule and webhooks have to report.
 * What it leaves for outsiders is done by the drain that is under way, or by the next one. `extra` statements, on tables
 * that never sync, stand or fall with it; `last` ones need its rows to be there. */
export const transactAsSystem = async (
  deps: Deps,
  hoa_id: string,
  run: (tx: Tx) => Promise<void>,
  extra: InStatement[] = [],
  last: InStatement[] = [],
): Promise<void> => {
  const system: Actor = { id: SYSTEM, hoa_id, role: 'superadmin', name: 'Porchlight', email: '', address_id: null };
  wake(deps, hoa_id, (await change(engineOf(deps), system, run, [], extra, last)).audiences);
};
