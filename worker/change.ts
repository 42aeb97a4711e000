import type { InStatement } from '@libsql/client';
import type { Context } from 'hono';
import { type MutatorName, mutators, type Rows, synced } from '../sync/index.ts';
import { changeBy, change as commit } from '../sync/server/change.ts';
import { Snapshot } from '../sync/server/snapshot.ts';
import type { Commit } from '../sync/server/write.ts';
import { type Actor, type Entity, found, isVisible, type Mutator, type Synced, type Tx } from '../sync/tx.ts';
import type { Deps, Env } from './deps.ts';
import { engineOf, wake } from './engine.ts';
import { drainOutbox } from './outbox.ts';

/** After a commit: wakes those whose view changed, and does what was left for outsiders. */
export const committed = (deps: Deps, hoa_id: string, commit: Commit, except: readonly string[] = []): void => {
  wake(deps, hoa_id, commit.audiences, except);
  if (commit.effects) deps.waitUntil(drainOutbox(deps, { hoa_id }));
};

/** Runs a registered mutator for the caller of a route. Throws Refusal. */
export const change = async (c: Context<Env>, name: MutatorName, args: unknown): Promise<void> => {
  const { deps, actor } = c.var;
  committed(deps, actor.hoa_id, await changeBy(engineOf(deps), actor, mutators[name] as Mutator, args));
};

/** Runs a change that nobody may push, in a user's name: sign-in marks and the like. `extra` statements, on tables that
 * never sync, stand or fall with it. */
export const systemChange = async (
  deps: Deps,
  actor: Actor,
  run: (tx: Tx) => Promise<void>,
  extra: InStatement[] = [],
): Promise<void> => {
  committed(deps, actor.hoa_id, await commit(engineOf(deps), actor, run, [], extra));
};

/** What the caller may see of a row. Refuses absent and hidden rows alike with not_found. */
export const readRow = async <E extends Entity>(
  c: Context<Env>,
  entity: E,
  id: string,
  message: string,
): Promise<Rows[E]> => {
  const { deps, actor } = c.var;
  const row = found((await new Snapshot(deps.db, actor.hoa_id).row(entity, id)) as Rows[E] | undefined, message);
  const rules = synced[entity] as Synced<Rows[E]>;
  return found(isVisible(rules, row, actor) ? row : undefined, message);
};
