import type { Descriptors } from '../entity.ts';
import type { Tx } from '../tx.ts';

/** The refusals kept of a user, in all their browsers together. Nobody reads through more; a broken client can make one a
 * second. */
export const REFUSALS_KEPT = 200;

/** Only the client group that sent the mutation sees its refusal. */
export const entities = {
  refusal: {
    audiences: [{ namedIn: 'client_group_id' }],
    view: ({ id, mutation, args, code, message, at }) => ({ id, mutation, args, code, message, at }),
    load: 'first',
  },
} satisfies Descriptors;

/** Makes room for one more. For jobs: a push has its own way, which reads nothing in addition. */
export const dropOldestRefusals = async (tx: Tx, user_id: string): Promise<void> => {
  const refusals = await tx.list('refusal', 'user_id', user_id);
  await Promise.all(refusals.slice(0, -REFUSALS_KEPT + 1).map(({ id }) => tx.delete('refusal', id)));
};
