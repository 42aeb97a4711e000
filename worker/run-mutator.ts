import type { Context } from 'hono';
import { changeLimits } from '../schema/limits.ts';
import { type MutatorName, mutators } from '../sync/mutators.ts';
import { parse } from '../sync/parse.ts';
import { fileKeysOf, type TransactOptions, transact } from '../sync/server/transact.ts';
import type { Commit } from '../sync/server/write.ts';
import type { Actor, Mutator, Tx } from '../sync/tx.ts';
import type { Deps, Env } from './deps.ts';
import { drainAfterCommit } from './jobs/drain-after-commit.ts';
import { commitOnce } from './services/once.ts';
import { type Named, poke, writeDeps } from './transact.ts';

export const afterCommit = (deps: Deps, hoa_id: string, commit: Commit, except: readonly string[] = []): void => {
  poke(deps, hoa_id, commit, except);
  if (commit.effects) deps.waitUntil(drainAfterCommit(deps, hoa_id, commit.areDue));
};

export const runMutator = async (c: Context<Env>, name: MutatorName, rawArgs: unknown): Promise<void> => {
  const { deps, actor } = c.var;
  const mutator = mutators[name] as Mutator;
  const args = parse(mutator.input, rawArgs);
  await transactAs(deps, actor, (tx) => mutator.run(tx, args), {
    action: name,
    args,
    files: fileKeysOf(mutator, args),
  });
};

/** Runs a change that is no registered mutator. Throws Refusal, StaleActor, LimitReached. */
export const transactAs: typeof commitAs = async (deps, actor, run, options) => {
  deps.changes.count(changeLimits(actor, 1), deps.now());
  await commitAs(deps, actor, run, options);
};

/** Runs a sign-in, which the limit of changes must not refuse. Throws Refusal, StaleActor. */
export const commitAs = async (
  deps: Deps,
  actor: Actor,
  run: (tx: Tx) => Promise<void>,
  { statementsBefore = [], ...options }: TransactOptions & Named,
): Promise<void> =>
  commitOnce(deps, async (counting) => {
    const counted = { ...options, statementsBefore: [...counting, ...statementsBefore] };
    afterCommit(deps, actor.hoa_id, await transact(writeDeps(deps), actor, run, counted));
  });
