import { refusalDismissal } from '../schema/sync.ts';
import type { RefusalRow } from '../schema/tables/sync.ts';
import { mutator, type Synced } from './tx.ts';

/** Only the client group that sent the mutation sees its refusal. */
export const synced: Synced<RefusalRow> = {
  audiences: [{ namedIn: 'client_group_id' }],
  view: ({ id, mutation, args, code, message, at }) => ({ id, mutation, args, code, message, at }),
};

const dismissRefusal = mutator(refusalDismissal, async (tx, { id }) => {
  const refusal = await tx.get('refusal', id);
  // Synced rows carry no user_id; a client holds only the user's own.
  if (refusal && (refusal.user_id ?? tx.actor.id) === tx.actor.id) await tx.delete('refusal', id);
});

export const mutators = { dismissRefusal };
