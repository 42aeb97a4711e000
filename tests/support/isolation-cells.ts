import type { MutatorName } from '../../sync/mutators.ts';
import type { Records } from './isolation-records.ts';

/** The arguments of a mutator or a route, with ids of the caller's own HOA. The test puts other HOAs' ids in their place. */
type Args = (mine: Records) => Record<string, unknown>;
export type Verdict = 'ok' | 'forbidden' | 'not_found';

export type MutatorCell = {
  args: Args;
  resident: Verdict;
  /** 'ok' where it is missing. */
  board?: Verdict;
  /** 'ok' where it is missing. */
  superadmin?: Verdict;
  /** The kind of record it makes, under the id among its arguments. */
  creates?: keyof Records;
  /** Arguments that name what need not be there: an absent id is passed over. */
  passesOver?: string[];
};

export type MutatorCells = Partial<Record<MutatorName, MutatorCell>>;
