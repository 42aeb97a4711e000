import type { PendingMutation, ReadonlyJSONValue } from 'replicache';

/** The only mutator registered with Replicache; its arguments carry the real name. Replicache puts a build with other
 * mutators into another client group and hides the pending mutations of this one, so every release must register the
 * same. */
export const MUTATE = 'mutate';

/** `at` is when it was made by the device's clock, ISO 8601; `release` is the app that made it (schema/sync.ts). Earlier
 * builds leave them out. */
export type Change = { name: string; args: ReadonlyJSONValue; at?: string; release?: number };

/** Mutations of earlier builds carry their own name. */
const changeOf = ({ name, args }: { name: string; args?: ReadonlyJSONValue | undefined }): Change =>
  name === MUTATE ? (args as Change) : { name, args: args ?? null };

export const unwrap = <Mutation extends Pick<PendingMutation, 'name' | 'args'>>(mutation: Mutation): Mutation => ({
  ...mutation,
  ...changeOf(mutation),
});

export const mutationKey = ({ clientID, id }: Pick<PendingMutation, 'clientID' | 'id'>): string => `${clientID}/${id}`;
