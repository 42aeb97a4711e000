import type { Pin } from '../../schema/ledger.ts';
import type { Unsaved } from '../../schema/rows.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Checkout } from '../../schema/tables/checkouts.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';
import { findAccount } from '../accounts/entity.ts';
import { accountOfInvoice } from '../ledger/billing.ts';
import { dayOfMovement } from '../ledger/dates.ts';
import { paymentEntry } from '../ledger/entries.ts';
import { post } from '../ledger/post.ts';
import { isDirectedOn } from '../policies/rules.ts';
import type { Tx } from '../tx.ts';
import { listInWords } from '../words.ts';
import { closeCheckout } from './checkouts.ts';
import { newPayment } from './new-payment.ts';

/** `id` is ours and always the same for one provider id. */
export type Charge = {
  id: string;
  provider_id: string;
  /** The account that it was begun for, or an invoice where that was before the ledger. */
  account_id: string | null;
  invoice_id: string | null;
  /** The amounts that its page asked for. */
  checkout: Pick<Checkout, 'opened_by' | 'amount_cents' | 'fee_cents' | 'pins'> | null;
  checkout_session_id: string;
  /** The fee for paying online included. */
  received_cents: number;
  /** ISO 4217, lower case. */
  currency: string;
  method: Payment['method'];
  status: 'pending' | 'failed' | 'succeeded';
  /** The instant at which the payer confirmed it. */
  confirmed_at: string;
  /** The connected account that received the money, and those that are or were the HOA's own. */
  account: string | null;
  hoa_accounts: readonly string[];
};

/** Reports may arrive twice and in any order; a status of a lower rank is ignored. */
const STATUS_RANK: Record<Payment['status'], number> = { pending: 0, canceled: 1, failed: 1, succeeded: 2 };

/** Money that came into the HOA's own account is posted without the fee for paying online, pinned to what it was meant for.
 * Otherwise the payment carries a note for the board. */
export const recordCharge = async (tx: Tx, charge: Charge): Promise<void> => {
  const [known, found] = await Promise.all([
    tx.get('payment', charge.id),
    charge.invoice_id === null ? undefined : tx.get('invoice', charge.invoice_id),
  ]);
  if (known && STATUS_RANK[known.status] >= STATUS_RANK[charge.status]) return;
  const opened = await accountOf(tx, charge, found);
  if (!opened) return;
  await closeCheckout(tx, { account_id: opened.id, invoice_id: charge.invoice_id }, charge.checkout_session_id);
  const [account, policies] = await Promise.all([
    findAccount(tx, opened.id),
    tx.list('policy', 'hoa_id', tx.actor.hoa_id),
  ]);
  const invoice = found && (await tx.get('invoice', found.id));
  const pinned = await pinnedInvoices(tx, charge, invoice);
  const payment = {
    ...paymentOf(tx, charge, account, invoice),
    note: discrepancyOf(charge, pinned),
    created_at: known?.created_at ?? tx.now,
  };
  await tx.put('payment', payment);
  if (charge.status !== 'succeeded' || !isOurs(charge) || payment.amount_cents <= 0) return;
  const on = await dayOfMovement(tx, charge.confirmed_at, FIRST_DAY);
  const entry = paymentEntry(payment, on, invoice ? [invoice] : []);
  const pins = charge.checkout ? charge.checkout.pins : entry.pins;
  await post(tx, account, [
    { ...entry, pins: (isDirectedOn(policies, on) && pins?.length ? pins : null) as Pin[] | null },
  ]);
};

const FIRST_DAY = '2000-01-01';

const accountOf = async (tx: Tx, { account_id }: Charge, invoice: Invoice | undefined) => {
  if (account_id !== null) return tx.get('account', account_id);
  return invoice && accountOfInvoice(tx, invoice);
};

const pinnedInvoices = async (
  tx: Tx,
  { account_id, checkout }: Charge,
  invoice: Invoice | undefined,
): Promise<Invoice[]> => {
  if (!checkout || account_id === null) return invoice ? [invoice] : [];
  const debits = await Promise.all((checkout.pins ?? []).map(({ debit_id }) => tx.get('entry', debit_id)));
  const found = await Promise.all(debits.map((debit) => debit?.invoice_id && tx.get('invoice', debit.invoice_id)));
  return found.flatMap((one) => one || []);
};

const isOurs = ({ currency, account, hoa_accounts }: Charge): boolean =>
  currency === 'usd' && account !== null && hoa_accounts.includes(account);

/** The note that the board reads where more or less came in than was asked for, or something else was paid meanwhile. */
const discrepancyOf = (charge: Charge, invoices: readonly Invoice[]): string | null => {
  if (charge.status !== 'succeeded') return null;
  const paid = `${money(charge.received_cents)} ${charge.currency.toUpperCase()}`;
  const asked = askedOf(charge, invoices);
  const nothing = charge.checkout ? 'Nothing was posted.' : 'The invoice was not marked paid.';
  if (charge.currency !== 'usd') return `${paid} arrived, but ${money(asked)} USD was requested. ${nothing}`;
  if (!isOurs(charge)) return `${paid} went to an account other than the HOA’s. ${nothing}`;
  const settled = invoices.filter(({ status }) => status !== 'pending');
  const [first] = settled;
  if (first && invoices.length === 1)
    return `${paid} arrived after the invoice was already ${first.status}. It is kept as credit.`;
  if (first) return `${paid} arrived after ${titlesOf(settled)} was already settled. That part is kept as credit.`;
  if (charge.received_cents === asked) return null;
  const lacking = charge.checkout ? 'It was posted as received.' : 'The invoice was not marked paid.';
  const outcome = charge.received_cents > asked ? 'The rest is kept as credit.' : lacking;
  return `${paid} arrived, but ${money(asked)} USD was requested. ${outcome}`;
};

const askedOf = ({ checkout, received_cents }: Charge, [invoice]: readonly Invoice[]): number => {
  if (checkout) return checkout.amount_cents + checkout.fee_cents;
  return invoice ? invoice.amount_cents - invoice.paid_cents : received_cents;
};

const titlesOf = (invoices: readonly Invoice[]) => listInWords(invoices.slice(0, 5).map(({ title }) => title));

const money = (cents: number) => (cents / 100).toFixed(2);

/** It belongs to the person who paid it. */
const paymentOf = (tx: Tx, charge: Charge, account: Account, invoice: Invoice | undefined): Unsaved<Payment> => {
  const online_fee_cents = Math.min(charge.checkout?.fee_cents ?? 0, charge.received_cents - 1);
  const { id, method, status, checkout_session_id } = charge;
  return newPayment(tx, {
    ...{ id, method, status, checkout_session_id, online_fee_cents },
    invoice_id: invoice?.id ?? null,
    account_id: account.id,
    user_id: charge.checkout?.opened_by ?? invoice?.recipient_id ?? String(account.holder_ids[0]),
    kind: 'charge',
    amount_cents: charge.received_cents - online_fee_cents,
    provider_payment_id: charge.provider_id,
    settled_at: status === 'pending' ? null : tx.now,
  });
};

/** The costs of a payment, and the part of them that the HOA's account still owes the platform; `id` is that of the job that the
 * board sees meanwhile. */
type Settlement = Pick<Payment, 'processor_fee_cents' | 'unrecovered_cents'> & {
  id: string;
  payment_id: string;
};

/** Once a day. After that the board may still have it tried. */
export const SETTLEMENT_TRIES = 30;

export const recordSettlement = async (tx: Tx, settlement: Settlement): Promise<void> => {
  const { id, payment_id, ...cents } = settlement;
  const [payment, shown] = await Promise.all([tx.get('payment', payment_id), tx.get('failedJob', id)]);
  if (!payment) return;
  const failed_settlements = payment.failed_settlements + (cents.unrecovered_cents === 0 ? 0 : 1);
  const isKnown = failed_settlements === payment.failed_settlements && isSettledAs(payment, cents);
  if (!isKnown) await tx.put('payment', { ...payment, ...cents, failed_settlements });
  if (cents.unrecovered_cents === 0) return shown && tx.delete('failedJob', id);
  await tx.put('failedJob', {
    id,
    kind: 'settlePayment',
    subject: 'payment',
    subject_id: payment_id,
    user_id: payment.user_id,
    reason: `${money(cents.unrecovered_cents)} USD could not be taken from the HOA’s payment account. ${
      failed_settlements < SETTLEMENT_TRIES
        ? 'Porchlight tries again each day.'
        : `Porchlight tried ${SETTLEMENT_TRIES} times.`
    }`,
    payload: { payment_intent: String(payment.provider_payment_id) },
    created_at: shown?.created_at ?? tx.now,
    failed_at: tx.now,
  });
};

const isSettledAs = (payment: Payment, cents: Omit<Settlement, 'id' | 'payment_id'>): boolean =>
  payment.processor_fee_cents === cents.processor_fee_cents && payment.unrecovered_cents === cents.unrecovered_cents;
