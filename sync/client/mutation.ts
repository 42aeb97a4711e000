import type { PendingMutation, ReadonlyJSONValue } from 'replicache';

/**
 * The one mutator that Replicache knows. It keeps the changes of a build with other mutators apart from ours (in another
 * client group, where nobody sees them), so the names of ours travel in the arguments and every release has the same one.
 */
export const MUTATE = 'mutate';

/** A change as the register of mutators, the server and the outbox know it. */
export type Change = { name: string; args: ReadonlyJSONValue };

/** The change inside a mutation of Replicache's; mutations of earlier builds carry their own name. */
export const changeOf = ({ name, args }: { name: string; args?: ReadonlyJSONValue | undefined }): Change =>
  name === MUTATE ? (args as Change) : { name, args: args ?? null };

/** A mutation with the change's own name and arguments. */
export const unwrapped = <Mutation extends Pick<PendingMutation, 'name' | 'args'>>(mutation: Mutation): Mutation => ({
  ...mutation,
  ...changeOf(mutation),
});

/** Names a mutation on this device. */
export const keyOf = ({ clientID, id }: Pick<PendingMutation, 'clientID' | 'id'>): string => `${clientID}/${id}`;
