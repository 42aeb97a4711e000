import { refusalDismissal } from '../../schema/refusal-inputs.ts';
import { mutator } from '../tx.ts';

const dismissRefusal = mutator(refusalDismissal, async (tx, { id }) => {
  const refusal = await tx.get('refusal', id);
  // Synced rows carry no user_id; a client holds only the user's own.
  if (refusal && (refusal.user_id ?? tx.actor.id) === tx.actor.id) await tx.delete('refusal', id);
});

export const mutators = { dismissRefusal };
