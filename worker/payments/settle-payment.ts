import type Stripe from 'stripe';
import { recordSettlement } from '../../sync/payments/settlement.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { runStripeJob } from '../jobs/stripe-jobs.ts';
import { queryOne } from '../queries/query.ts';
import { logError } from '../services/log.ts';
import { alertOperator } from '../services/operator.ts';
import { stripeErrorType } from '../stripe/client.ts';
import { transactAsSystem } from '../transact.ts';
import { type Money, readMoney } from './money.ts';
import { rowId } from './row-id.ts';

/** Stripe debits its fees, refunds and disputes of destination charges from the platform
 * (https://docs.stripe.com/connect/destination-charges). Whatever a resident's payment has cost the platform is taken
 * from the HOA's account, and what it has left over is given back, so that it ends at zero for each payment. */
export const settlePayment: Job<'settlePayment'> = (deps, { payment_intent }, { hoa_id }) =>
  runStripeJob(deps, (stripe) => settle(deps, stripe, hoa_id, payment_intent));

export const settle = async (deps: Deps, stripe: Stripe, hoa_id: string, payment_intent: string): Promise<void> => {
  const payment_id = rowId(payment_intent);
  const attempt = await countFailures(deps, payment_id);
  const money = await readMoney(stripe, payment_intent);
  if (!money) return;
  const unrecovered_cents = await evenOut(deps, stripe, { ...money, attempt });
  const id = rowId(`${payment_intent}/unrecovered`);
  const settlement = { id, payment_id, processor_fee_cents: money.fee_cents, unrecovered_cents };
  await transactAsSystem(deps, hoa_id, (tx) => recordSettlement(tx, settlement), { action: 'recordPayment' });
  if (unrecovered_cents !== 0)
    await alertOperator(deps, 'reconciliation', [
      `Not mended: ${unrecovered_cents} cents of the payment ${payment_intent} are still to be moved (HOA ${hoa_id}).`,
    ]);
};

/** Stripe answers a key with the answer that it gave first, so a new try after a failure needs another key. */
const countFailures = async ({ db }: Deps, payment_id: string): Promise<number> => {
  const sql = 'SELECT failed_settlements AS failures FROM payments WHERE id = ?';
  return (await queryOne<{ failures: number }>(db, sql, [payment_id]))?.failures ?? 0;
};

/** Its idempotency keys are made of the state that it starts from, so two runs at once take each step once. */
type Attempt = Money & { attempt: number };

/** Returns what could not be moved, in cents: positive if the HOA owes it. */
const evenOut = async (deps: Deps, stripe: Stripe, money: Attempt): Promise<number> => {
  let left = money.net_cents;
  try {
    for (const step of left < 0 ? takingSteps(money) : givingSteps(money)) {
      const amount = Math.min(Math.abs(left), step.most);
      if (amount <= 0) continue;
      await step.run(stripe, amount);
      left -= Math.sign(left) * amount;
    }
  } catch (error) {
    if (!isAccountAtFault(error)) throw error;
    logError(deps, 'settling a payment', error, { payment: money.payment_intent });
  }
  return left === 0 ? 0 : -left;
};

type Step = { most: number; run(stripe: Stripe, amount: number): Promise<unknown> };

/** Its own remaining transfers come first, since their reversal is no new payment in anybody's books. */
const takingSteps = (money: Attempt): Step[] => [
  ...money.transfers.map(({ id, amount, amount_reversed }) => ({
    most: amount - amount_reversed,
    run: (stripe: Stripe, cents: number) =>
      stripe.transfers.createReversal(
        id,
        { amount: cents, metadata: metadataOf(money) },
        { idempotencyKey: `settle/${id}/reverse/${amount_reversed}/${cents}/${money.attempt}` },
      ),
  })),
  {
    most: Number.POSITIVE_INFINITY,
    run: (stripe, amount) =>
      // https://docs.stripe.com/connect/account-debits
      stripe.charges.create(
        {
          amount,
          currency: 'usd',
          source: money.account,
          transfer_group: money.group,
          description: 'Cost of a payment at the payment provider',
          metadata: metadataOf(money),
        },
        { idempotencyKey: `settle/${money.payment_intent}/debit/${money.debits}/${amount}/${money.attempt}` },
      ),
  },
];

const givingSteps = (money: Attempt): Step[] => {
  const { application_fee: fee, fee_cents, payment_intent, account, group, transfers, attempt } = money;
  return [
    {
      most: fee ? fee.amount - fee.amount_refunded - fee_cents : 0,
      run: (stripe, amount) =>
        stripe.applicationFees.createRefund(
          String(fee?.id),
          { amount },
          { idempotencyKey: `settle/${fee?.id}/refund/${fee?.amount_refunded}/${amount}/${attempt}` },
        ),
    },
    {
      most: Number.POSITIVE_INFINITY,
      run: (stripe, amount) =>
        stripe.transfers.create(
          { amount, currency: 'usd', destination: account, transfer_group: group, metadata: metadataOf(money) },
          { idempotencyKey: `settle/${payment_intent}/transfer/${transfers.length}/${amount}/${attempt}` },
        ),
    },
  ];
};

const metadataOf = ({ payment_intent }: Money) => ({ settles: payment_intent });

const ACCOUNT_FAULTS = ['StripeInvalidRequestError', 'StripePermissionError'];

/** It holds too little, is restricted, or is no longer ours. */
const isAccountAtFault = (error: unknown): boolean => ACCOUNT_FAULTS.includes(stripeErrorType(error) ?? '');
