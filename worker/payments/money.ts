import type Stripe from 'stripe';

/** The effects of one payment on the platform's balance. */
export type Money = {
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
export const readMoney = async (stripe: Stripe, payment_intent: string): Promise<Money | undefined> => {
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
