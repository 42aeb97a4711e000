import { addDays, laterOf } from '../../../schema/dates.ts';
import type { Dispute } from '../../../schema/tables/disputes.ts';
import type { Due } from '../../../schema/tables/dues.ts';
import type { Invoice, Payment } from '../../../schema/tables/invoices.ts';
import { returnIdOf, returnReasonOf } from '../../payments/returns.ts';
import { chargeIdOf, chargeOf, entryIdOf, type NewEntry, paymentEntry } from '../entries.ts';

/** The rows of one user from before there was a ledger. */
export type EarlierRows = {
  invoices: readonly Invoice[];
  payments: readonly Payment[];
  disputes: readonly Dispute[];
  dues: ReadonlyMap<string, Due>;
  /** The users who recorded payments, by id. */
  names?: ReadonlyMap<string, string>;
};

/** Money that left again before the ledger began counts from that day, or, where `early` is set, from the day on which it
 * came: then it has covered nothing meanwhile. No entry counts from a day after `today`. */
type EffectiveDays = { early: boolean; today: string };

/** The entries that give every invoice the status it has. `dayOf` gives the HOA's calendar date of an instant. Each names
 * only entries that stand before it. */
export const earlierEntries = (
  earlier: EarlierRows,
  account_id: string,
  dayOf: (at: string) => string,
  { early, today }: EffectiveDays,
): NewEntry[] => {
  const left = earlier.payments.filter(isPosted).flatMap((payment) => outflowsOf(earlier, payment, account_id, dayOf));
  return [
    ...earlier.invoices.flatMap((invoice) => chargesOf(earlier, invoice, account_id, dayOf)),
    ...earlier.payments.filter(isPosted).map((payment) => paymentOf(earlier, payment, account_id, dayOf)),
    ...left.map(({ entry, came_on }) => (early ? countedFrom(came_on, entry) : entry)),
    ...earlier.invoices.flatMap((invoice) => creditsOf(earlier, invoice, account_id, { dayOf, today })),
  ];
};

/** Money that came in for another account or in another currency: it gives no entry, and the report lists it. */
const isElsewhere = ({ note }: Pick<Payment, 'note'>): boolean =>
  note !== null && (ELSEWHERE.test(note) || FOREIGN.test(note));
// What recordCharge noted before the ledger.
const ELSEWHERE = / went to an account (?:that is not the HOA's|other than the HOA’s)\./;
const FOREIGN = /^\d+\.\d\d (?!USD)[A-Z]{3} (?:came in where|arrived, but) /;

const isMoney = ({ kind, status }: Payment): boolean => kind !== 'refund' && status === 'succeeded';
const isPosted = (payment: Payment): boolean => isMoney(payment) && !isElsewhere(payment);

/** Ids of the payments that succeeded and give no entry. */
export const paymentsElsewhere = ({ payments }: Pick<EarlierRows, 'payments'>): string[] =>
  payments.filter((payment) => isMoney(payment) && isElsewhere(payment)).map(({ id }) => id);

/** Cents of each payment that the bank or the card issuer keeps. */
export const returnedOf = (earlier: EarlierRows): Map<string, number> =>
  new Map(
    earlier.payments
      .filter(isPosted)
      .map((payment) => [payment.id, sumOf(returnsOf(earlier, payment).map(({ cents }) => cents))]),
  );

/** The debt of the account by the statuses of the invoices: the pending ones, less the money that no paid one needs. Counted
 * without the entries, to be compared with them. */
export const earlierDebt = (earlier: EarlierRows): { pending_cents: number; spare_cents: number } => {
  const pending = earlier.invoices.filter(({ status }) => status === 'pending');
  const known = new Set(earlier.invoices.map(({ id }) => id));
  const without = earlier.payments.filter(
    (payment) => isPosted(payment) && !(payment.invoice_id !== null && known.has(payment.invoice_id)),
  );
  const spare = earlier.invoices.map((invoice) => {
    const { kept } = moneyOf(earlier, invoice);
    return invoice.status === 'paid' ? Math.max(0, kept - invoice.amount_cents) : kept;
  });
  return {
    pending_cents: sumOf(pending.map(({ amount_cents }) => amount_cents)),
    spare_cents: sumOf(spare) + sumOf(without.map((payment) => keptOf(earlier, payment))),
  };
};

const sumOf = (cents: readonly number[]): number => cents.reduce((sum, one) => sum + one, 0);

const chargesOf = (
  { dues }: EarlierRows,
  invoice: Invoice,
  account_id: string,
  dayOf: (at: string) => string,
): NewEntry[] => {
  const due = dues.get(invoice.due_id);
  if (!due) throw new Error(`Invoice ${invoice.id} has no due`);
  const charge = chargeOf(invoice, due);
  if (invoice.status !== 'canceled') return [charge];
  return [
    charge,
    {
      id: `${invoice.id}-canceled`,
      kind: 'reversal',
      amount_cents: -charge.amount_cents,
      effective_on: laterOf(charge.effective_on, dayOf(invoice.canceled_at ?? invoice.sent)),
      source_id: chargeIdOf(account_id, invoice),
      reason: 'Canceled by the board',
    },
  ];
};

const paymentOf = (
  { invoices, names }: EarlierRows,
  payment: Payment,
  account_id: string,
  dayOf: (at: string) => string,
): NewEntry => {
  const { recorded_by } = payment;
  const by = recorded_by ? { id: recorded_by, name: names?.get(recorded_by) ?? '' } : undefined;
  const paid = invoices.filter(({ id }) => id === payment.invoice_id);
  return paymentEntry({ ...payment, account_id }, dayOf(payment.created_at), paid, by);
};

type Outflow = { entry: NewEntry; came_on: string };

/** Refunds and returns of a payment, together at most its amount. */
const outflowsOf = (
  earlier: EarlierRows,
  payment: Payment,
  account_id: string,
  dayOf: (at: string) => string,
): Outflow[] => {
  const came_on = dayOf(payment.created_at);
  const source_id = entryIdOf(account_id, payment.id);
  const refunds = refundsOf(earlier, payment).map(
    ({ refund, cents }): NewEntry => ({
      id: refund.id,
      kind: 'refund',
      amount_cents: cents,
      effective_on: laterOf(came_on, dayOf(refund.created_at)),
      source_id,
      payment_id: refund.id,
      reason: 'Refunded by the HOA',
    }),
  );
  const returns = returnsOf(earlier, payment).map(
    ({ dispute, cents }): NewEntry => ({
      id: returnIdOf(dispute),
      kind: 'return',
      amount_cents: cents,
      effective_on: laterOf(came_on, dayOf(dispute.opened_at)),
      source_id,
      payment_id: payment.id,
      reason: returnReasonOf(dispute),
    }),
  );
  return [...refunds, ...returns].map((entry) => ({ entry, came_on }));
};

const countedFrom = (day: string, entry: NewEntry): NewEntry =>
  entry.effective_on === day ? entry : { ...entry, effective_on: day, rule: { happened_on: entry.effective_on } };

const refundsOf = ({ payments }: EarlierRows, payment: Payment) => {
  const refunds = payments.filter(
    ({ kind, status, refund_of }) => kind === 'refund' && status === 'succeeded' && refund_of === payment.id,
  );
  return atMost(
    payment.amount_cents,
    refunds.map((refund) => ({ refund, cents: -refund.amount_cents })),
  );
};

const returnsOf = (earlier: EarlierRows, payment: Payment) => {
  const refunded = sumOf(refundsOf(earlier, payment).map(({ cents }) => cents));
  const withdrawn = earlier.disputes.filter(
    ({ payment_id, withdrawn_cents }) => payment_id === payment.id && withdrawn_cents > 0,
  );
  return atMost(
    payment.amount_cents - refunded,
    withdrawn.map((dispute) => ({ dispute, cents: dispute.withdrawn_cents })),
  );
};

/** The parts in their order, cut where they come to more than `most` cents. */
const atMost = <Part extends { cents: number }>(most: number, parts: readonly Part[]): Part[] => {
  let left = most;
  return parts.flatMap((part) => {
    const cents = Math.min(left, part.cents);
    left -= cents;
    return cents > 0 ? [{ ...part, cents }] : [];
  });
};

const keptOf = (earlier: EarlierRows, payment: Payment): number =>
  payment.amount_cents -
  sumOf(refundsOf(earlier, payment).map(({ cents }) => cents)) -
  sumOf(returnsOf(earlier, payment).map(({ cents }) => cents));

/** Cents that came in for an invoice and stayed, and the refunds and returns. */
const moneyOf = (earlier: EarlierRows, invoice: Invoice) => {
  const payments = earlier.payments.filter((payment) => isPosted(payment) && payment.invoice_id === invoice.id);
  return {
    kept: sumOf(payments.map((payment) => keptOf(earlier, payment))),
    refunds: payments.flatMap((payment) => refundsOf(earlier, payment)),
    returns: payments.flatMap((payment) => returnsOf(earlier, payment)),
  };
};

const REFUNDED_BEFORE = 'Refunded before the ledger began';
const TAKEN_BACK_BEFORE = 'Taken back before the ledger began';
const PAID_BEFORE = 'Paid before the ledger began';

/** Keep an invoice paid that its money does not cover. They come the day after money has left, because credits of a day come
 * before its returns, when nothing of the invoice is open yet. */
const creditsOf = (
  earlier: EarlierRows,
  invoice: Invoice,
  account_id: string,
  { dayOf, today }: { dayOf(at: string): string; today: string },
): NewEntry[] => {
  if (invoice.status !== 'paid') return [];
  const { kept, refunds, returns } = moneyOf(earlier, invoice);
  const paid_on = laterOf(invoice.period, dayOf(invoice.paid_at ?? invoice.sent));
  const dayAfter = (instants: readonly string[]) => {
    const day = addDays(instants.map(dayOf).reduce(laterOf, paid_on), 1);
    return day < today ? day : today;
  };
  const reasons = [
    {
      suffix: 'refunded',
      reason: REFUNDED_BEFORE,
      on: dayAfter(refunds.map(({ refund }) => refund.created_at)),
      cents: sumOf(refunds.map(({ cents }) => cents)),
    },
    {
      suffix: 'taken-back',
      reason: TAKEN_BACK_BEFORE,
      on: dayAfter(returns.map(({ dispute }) => dispute.opened_at)),
      cents: sumOf(returns.map(({ cents }) => cents)),
    },
    { suffix: 'paid', reason: PAID_BEFORE, on: paid_on, cents: invoice.amount_cents },
  ];
  return atMost(Math.max(0, invoice.amount_cents - kept), reasons).map(({ suffix, reason, on, cents }) => ({
    id: `${invoice.id}-${suffix}`,
    kind: 'credit',
    amount_cents: -cents,
    effective_on: on,
    reason,
    pins: [{ debit_id: chargeIdOf(account_id, invoice), amount_cents: cents }],
  }));
};
