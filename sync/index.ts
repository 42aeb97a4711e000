import type { Address } from '../schema/addresses.ts';
import type { Hoa } from '../schema/hoas.ts';
import type { Request, RequestComment } from '../schema/requests.ts';
import type { RefusalRow } from '../schema/sync.ts';
import type { User } from '../schema/users.ts';
import * as addresses from './addresses.ts';
import * as hoas from './hoas.ts';
import * as refusals from './refusals.ts';
import * as requests from './requests.ts';
import type { Mutator, Synced } from './tx.ts';
import * as users from './users.ts';

/** The synced entities and their rows. Client keys are `entity/id`. */
export type Rows = {
  hoa: Hoa;
  user: User;
  address: Address;
  request: Request;
  requestComment: RequestComment;
  refusal: RefusalRow;
};

/** Who may have a row of each entity, and what they get of it. */
export const synced: { [E in keyof Rows]: Synced<Rows[E]> } = {
  hoa: hoas.synced,
  user: users.synced,
  address: addresses.synced,
  request: requests.synced,
  requestComment: requests.syncedComments,
  refusal: refusals.synced,
};

/** Every change that may be pushed, by name. Names and arguments only ever grow. */
export const mutators = { ...requests.mutators, ...refusals.mutators };
export type MutatorName = keyof typeof mutators;

/** The mutator of that name, or undefined for a name that no register knows. */
export const mutatorNamed = (name: string): Mutator | undefined =>
  Object.hasOwn(mutators, name) ? (mutators[name as MutatorName] as Mutator) : undefined;
