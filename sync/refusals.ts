import { type RefusalRow, refusalDismissal } from '../schema/sync.ts';
import { mutator, type Synced } from './tx.ts';

/** A refusal is for the client group that sent the change, and for nobody else. */
export const synced: Synced<RefusalRow> = {
  audiences: [{ namedIn: 'client_group_id' }],
  view: ({ id, mutation, args, code, message, at }) => ({ id, mutation, args, code, message, at }),
};

const dismissRefusal = mutator(refusalDismissal, async (tx, { id }) => {
  const refusal = await tx.get('refusal', id);
  // In the browser the row carries no user_id; there it can only be one's own.
  if (refusal && (refusal.user_id ?? tx.actor.id) === tx.actor.id) await tx.delete('refusal', id);
});

export const mutators = { dismissRefusal };
