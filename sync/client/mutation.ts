import type { PendingMutation, ReadonlyJSONValue } from 'replicache';

/** The only mutator that Replicache knows; the mutator's own name is in the arguments. Replicache puts a build with other
 * mutators into another client group, out of sight, so every release must have the same ones. */
export const MUTATE = 'mutate';

export type Change = { name: string; args: ReadonlyJSONValue };

/** Mutations of earlier builds carry their own name. */
const changeOf = ({ name, args }: { name: string; args?: ReadonlyJSONValue | undefined }): Change =>
  name === MUTATE ? (args as Change) : { name, args: args ?? null };

/** A mutation under its mutator's own name and arguments. */
export const unwrap = <Mutation extends Pick<PendingMutation, 'name' | 'args'>>(mutation: Mutation): Mutation => ({
  ...mutation,
  ...changeOf(mutation),
});

export const mutationKey = ({ clientID, id }: Pick<PendingMutation, 'clientID' | 'id'>): string => `${clientID}/${id}`;
