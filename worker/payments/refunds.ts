import type * as z from 'zod/mini';
import type { onlineRefundInput } from '../../schema/postings.ts';
import { beginRefund } from '../../sync/payments/refunds.ts';
import { type Actor, Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { transactAs } from '../run-mutator.ts';
import { withStripe } from '../stripe/client.ts';
import { submitRefund } from './send-refund.ts';

/** Gives back an online payment or a part of it. A refund that the payment service has not taken yet stays pending and is sent
 * later. Throws Refusal, also with the sentence of a payment service that refuses. */
export const refundOnline = async (
  deps: Deps,
  actor: Actor,
  args: z.output<typeof onlineRefundInput>,
): Promise<void> => {
  await transactAs(deps, actor, (tx) => beginRefund(tx, args), { action: 'refundPayment' });
  const refused = await withStripe(deps, (stripe) => submitRefund(deps, stripe, actor.hoa_id, args.id));
  if (refused !== undefined) throw new Refusal('conflict', refused);
};
