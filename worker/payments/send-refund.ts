import type Stripe from 'stripe';
import { refuseRefund } from '../../sync/payments/refunds.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { runStripeJob } from '../jobs/stripe-jobs.ts';
import { queryOne } from '../queries/query.ts';
import { isInvalidRequest } from '../stripe/client.ts';
import { applyResult } from '../stripe/webhooks.ts';
import { transactAsSystem } from '../transact.ts';
import { paymentResult } from './charges.ts';

export const sendRefund: Job<'sendRefund'> = (deps, { id }, { hoa_id }) =>
  runStripeJob(deps, (stripe) => submitRefund(deps, stripe, hoa_id, id));

type Pending = { amount_cents: number; payment_intent: string };

/** Sends a refund that is pending here. Returns the sentence of a refusal. An earlier call that was not heard of is found again by the refund's id. */
export const submitRefund = async (
  deps: Deps,
  stripe: Stripe,
  hoa_id: string,
  id: string,
): Promise<string | undefined> => {
  const pending = await findPending(deps, hoa_id, id);
  if (!pending) return undefined;
  const { payment_intent } = pending;
  const sent = await stripe.refunds.list({ payment_intent, limit: 100 });
  if (!sent.data.some(({ metadata }) => metadata?.refund_id === id)) {
    const refused = await create(stripe, hoa_id, id, pending);
    if (refused !== undefined) {
      await transactAsSystem(deps, hoa_id, (tx) => refuseRefund(tx, id, refused), { action: 'recordPayment' });
      return refused;
    }
  }
  const result = await paymentResult(deps, stripe, payment_intent);
  if (result) await applyResult(deps, result);
  return undefined;
};

const findPending = ({ db }: Deps, hoa_id: string, id: string): Promise<Pending | undefined> =>
  queryOne<Pending>(
    db,
    `SELECT -r.amount_cents AS amount_cents, p.provider_payment_id AS payment_intent FROM payments r
      JOIN payments p ON p.id = r.refund_of AND p.hoa_id = r.hoa_id
      WHERE r.id = ? AND r.hoa_id = ? AND r.status = 'pending' AND r.provider_payment_id IS NULL
        AND p.provider_payment_id IS NOT NULL`,
    [id, hoa_id],
  );

const create = async (
  stripe: Stripe,
  hoa_id: string,
  id: string,
  { amount_cents, payment_intent }: Pending,
): Promise<string | undefined> => {
  try {
    await stripe.refunds.create(
      {
        payment_intent,
        amount: amount_cents,
        reverse_transfer: true,
        refund_application_fee: true,
        metadata: { hoa_id, refund_id: id },
      },
      { idempotencyKey: `refund/${id}` },
    );
    return undefined;
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
    return (error as Error).message;
  }
};
