import { outboxKeys } from '../outbox-keys.ts';
import type { Tx } from '../tx.ts';

/** Mails the payer of a payment, the first time that it comes back. `entry_id` is that of the return. */
export const tellOfReturn = (tx: Tx, { id }: { id: string }, entry_id: string): void =>
  tx.after({ kind: 'mailReturn', key: outboxKeys.mailReturn(id), payload: { payment_id: id, entry_id } });
