import type { InStatement } from '@libsql/client';
import type { Context } from 'hono';
import type { Entity, Rows } from '../schema/rows.ts';
import { type MutatorName, mutators, synced } from '../sync/index.ts';
import { ReadSet } from '../sync/server/read-set.ts';
import { changeBy, change as commit } from '../sync/server/transact.ts';
import type { Commit } from '../sync/server/write.ts';
import { type Actor, isVisible, type Mutator, orNotFound, type Synced, type Tx } from '../sync/tx.ts';
import type { Deps, Env } from './deps.ts';
import { engineOf, wake } from './engine.ts';
import { drainOutbox } from './jobs/outbox.ts';

/** After a commit: wakes those whose view changed, and does what was left for outsiders. */
export const afterCommit = (deps: Deps, hoa_id: string, commit: Commit, except: readonly string[] = []): void => {
  wake(deps, hoa_id, commit.audiences, except);
  if (commit.effects) deps.waitUntil(drainOutbox(deps, { hoa_id }));
};

/** Runs a registered mutator for the caller of a route. Throws Refusal. */
export const runMutator = async (c: Context<Env>, name: MutatorName, args: unknown): Promise<void> => {
  const { deps, actor } = c.var;
  afterCommit(deps, actor.hoa_id, await changeBy(engineOf(deps), actor, mutators[name] as Mutator, args));
};

/** Runs a change that nobody may push, in a user's name: sign-in marks and the like. `extra` statements, on tables that
 * never sync, stand or fall with it. */
export const transactAs = async (
  deps: Deps,
  actor: Actor,
  run: (tx: Tx) => Promise<void>,
  extra: InStatement[] = [],
): Promise<void> => {
  afterCommit(deps, actor.hoa_id, await commit(engineOf(deps), actor, run, [], extra));
};

/** What the caller may see of a row. Refuses absent and hidden rows alike with not_found. */
export const readRow = async <E extends Entity>(
  c: Context<Env>,
  entity: E,
  id: string,
  message: string,
): Promise<Rows[E]> => {
  const { deps, actor } = c.var;
  const row = orNotFound((await new ReadSet(deps.db, actor.hoa_id).row(entity, id)) as Rows[E] | undefined, message);
  const rules = synced[entity] as Synced<Rows[E]>;
  return orNotFound(isVisible(rules, row, actor) ? row : undefined, message);
};
