import { type MutatorName, mutators } from '../../sync/mutators.ts';
import { parse } from '../../sync/parse.ts';
import type { Mutator } from '../../sync/tx.ts';
import type { Community } from './community.ts';
import { seedTx } from './tx.ts';

/** Runs a change as a person of the demo, at an instant. */
export const actAt = async (
  community: Community,
  by: string,
  at: string,
  name: MutatorName,
  args: object,
): Promise<void> => {
  const { run, input } = mutators[name] as Mutator<unknown>;
  await run(seedTx(community.rows, community.hoa_id, new Date(at), community.person(by)), parse(input, args));
};

/** The same, `days` ago. */
export const act = (community: Community, by: string, days: number, name: MutatorName, args: object): Promise<void> =>
  actAt(community, by, community.clock.ago(days), name, args);
