import type Stripe from 'stripe';
import { recordSettlement } from '../../sync/payments/settlement.ts';
import type { Deps } from '../deps.ts';
import { derivedId } from '../derived-id.ts';
import type { Job } from '../jobs/job.ts';
import { runStripeJob } from '../jobs/stripe-jobs.ts';
import { queryOne } from '../queries/query.ts';
import { logError } from '../services/log.ts';
import { alertOperator } from '../services/operator.ts';
import { stripeErrorType } from '../stripe/client.ts';
import { transactAsSystem } from '../transact.ts';

/** Stripe debits its fees, refunds and disputes of destination charges from the platform
 * (https://docs.stripe.com/connect/destination-charges). Whatever a resident's payment has cost the platform is taken
 * from the HOA's account, and what it has left over is given back, so that it ends at zero for each payment. */
export const settlePayment: Job<'settlePayment'> = (deps, { payment_intent }, { hoa_id }) =>
  runStripeJob(deps, (stripe) => settle(deps, stripe, hoa_id, payment_intent));

export const settle = async (deps: Deps, stripe: Stripe, hoa_id: string, payment_intent: string): Promise<void> => {
  const payment_id = derivedId(payment_intent);
  const attempt = await countFailures(deps, payment_id);
  const money = await readMoney(stripe, payment_intent);
  if (!money) return;
  const unrecovered_cents = await evenOut(deps, stripe, { ...money, attempt });
  const id = derivedId(`${payment_intent}/unrecovered`);
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

/** The effects of one payment on the platform's balance. */
type Money = {
  payment_intent: string;
  /** The connected account that the payment went to. */
  account: string;
  group: string;
  /** All in all, in cents. Positive: the platform holds money of the HOA's. */
  net_cents: number;
  /** Stripe's fee of the charge, without those of disputes. */
  fee_cents: number;
  application_fee: Stripe.ApplicationFee | null;
  /** To the account, the first one first. */
  transfers: Stripe.Transfer[];
  /** How often the account was debited for this payment. */
  debits: number;
};

const EXPAND = [
  'latest_charge.balance_transaction',
  'latest_charge.failure_balance_transaction',
  'latest_charge.application_fee',
];
const REFUND_EXPAND = ['data.balance_transaction', 'data.failure_balance_transaction'];

/** Undefined while Stripe has not reported its fee, and for payments that go to no account. */
const readMoney = async (stripe: Stripe, payment_intent: string): Promise<Money | undefined> => {
  const intent = await stripe.paymentIntents.retrieve(payment_intent, { expand: EXPAND });
  const charge = intent.latest_charge as Stripe.Charge | null;
  const account = charge?.transfer_data?.destination;
  const group = charge?.transfer_group;
  if (!charge || !account || !group || !isKnown(charge)) return undefined;
  const [refunds, disputes, transfers, grouped] = await Promise.all([
    stripe.refunds.list({ payment_intent, limit: 100, expand: REFUND_EXPAND }),
    stripe.disputes.list({ payment_intent, limit: 100 }),
    stripe.transfers.list({ transfer_group: group, limit: 100 }),
    stripe.charges.list({ transfer_group: group, limit: 100 }),
  ]);
  const debits = grouped.data.filter(({ metadata }) => metadata.settles === payment_intent);
  const application_fee = charge.application_fee as Stripe.ApplicationFee | null;
  const fee_cents = feeOf(charge.balance_transaction) + feeOf(charge.failure_balance_transaction);
  const net_cents =
    netOf(charge.balance_transaction) +
    netOf(charge.failure_balance_transaction) +
    // Payments of before there were application fees: the platform bore the fee then.
    (intent.application_fee_amount === null ? fee_cents : 0) +
    (application_fee ? application_fee.amount - application_fee.amount_refunded : 0) +
    sum(refunds.data, (refund) => netOf(refund.balance_transaction) + netOf(refund.failure_balance_transaction)) +
    sum(disputes.data, ({ balance_transactions }) => sum(balance_transactions, ({ net }) => net)) +
    sum(debits, ({ amount }) => amount) -
    sum(transfers.data, ({ amount, amount_reversed }) => amount - amount_reversed);
  return {
    payment_intent,
    account: typeof account === 'string' ? account : account.id,
    group,
    net_cents,
    fee_cents,
    application_fee,
    transfers: transfers.data.toReversed(),
    debits: debits.length,
  };
};

const isKnown = ({ status, balance_transaction }: Stripe.Charge): boolean =>
  status === 'failed' || (status === 'succeeded' && balance_transaction !== null);

type Entry = string | Stripe.BalanceTransaction | null | undefined;
const netOf = (entry: Entry): number => (typeof entry === 'object' ? (entry?.net ?? 0) : 0);
const feeOf = (entry: Entry): number => (typeof entry === 'object' ? (entry?.fee ?? 0) : 0);

const sum = <T>(rows: readonly T[], cents: (row: T) => number): number =>
  rows.reduce((total, row) => total + cents(row), 0);
