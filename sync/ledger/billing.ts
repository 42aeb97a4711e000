import type { Unsaved } from '../../schema/rows.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Due } from '../../schema/tables/dues.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import type { User } from '../../schema/tables/users.ts';
import { findAccount, openAccountFor, openAccountOf } from '../accounts.ts';
import { todayOf } from '../dues.ts';
import type { Actor, Tx } from '../tx.ts';
import { entriesBefore } from './before.ts';
import { addEntry, entryIdOf, type NewEntry, post } from './post.ts';

/** The open account of a user, opened where there is none. What the user owed before the ledger becomes its entries. */
export const accountToBill = async (tx: Tx, user: User): Promise<Unsaved<Account>> => {
  const [open, hoa] = await Promise.all([openAccountOf(tx, user), tx.get('hoa', tx.actor.hoa_id)]);
  if (open) return open;
  const account = await openAccountFor(tx, user, { opened_on: todayOf(hoa, tx.now) });
  return hoa?.ledger_opened_at ? account : bringOver(tx, user, account);
};

/** The account of an invoice, closed ones too. */
export const accountOfInvoice = async (tx: Tx, invoice: Invoice): Promise<Unsaved<Account>> => {
  if (invoice.account_id) return findAccount(tx, invoice.account_id);
  const user = await tx.get('user', invoice.recipient_id);
  if (!user) throw new Error(`Invoice ${invoice.id} has no recipient`);
  const open = await openAccountOf(tx, user);
  return open ? bringOver(tx, user, open) : accountToBill(tx, user);
};

/** Makes entries of the invoices and payments that belong to no account yet. */
export const bringOver = async (tx: Tx, user: User, account: Unsaved<Account>): Promise<Unsaved<Account>> => {
  const [invoices, payments, disputes, hoa] = await Promise.all([
    tx.list('invoice', 'recipient_id', user.id),
    tx.list('payment', 'user_id', user.id),
    tx.list('dispute', 'user_id', user.id),
    tx.get('hoa', tx.actor.hoa_id),
  ]);
  const isBefore = (row: { account_id?: string | null }) => !row.account_id;
  const before = {
    invoices: invoices.filter(isBefore),
    payments: payments.filter(isBefore),
    disputes: disputes.filter(isBefore),
    dues: await duesOf(tx, invoices),
  };
  const entries = entriesBefore(before, account.id, (at) => todayOf(hoa, at));
  for (const invoice of before.invoices) await tx.put('invoice', { ...invoice, account_id: account.id });
  for (const payment of before.payments) await tx.put('payment', { ...payment, account_id: account.id });
  for (const dispute of before.disputes) await tx.put('dispute', { ...dispute, account_id: account.id });
  await post(tx, account, entries);
  return (await tx.get('account', account.id)) ?? account;
};

const duesOf = async (tx: Tx, invoices: readonly Invoice[]): Promise<Map<string, Due>> => {
  const ids = [...new Set(invoices.map(({ due_id }) => due_id))];
  const dues = await Promise.all(ids.map((id) => tx.get('due', id)));
  return new Map(dues.filter((due) => due !== undefined).map((due) => [due.id, due]));
};

/** The id of the charge is that of the invoice. */
export const chargeIdOf = (account_id: string, invoice: Pick<Invoice, 'id'>): string =>
  entryIdOf(account_id, invoice.id);

/** Money that came in, whole: `on` is the calendar date from which it counts. The invoices that it was paid for are pinned. */
export const paymentEntry = (
  payment: Pick<Payment, 'id' | 'amount_cents' | 'account_id'>,
  on: string,
  invoices: readonly Pick<Invoice, 'id' | 'amount_cents' | 'paid_cents'>[],
  by?: Pick<Actor, 'id' | 'name'>,
): NewEntry => ({
  id: payment.id,
  kind: 'payment',
  amount_cents: -payment.amount_cents,
  effective_on: on,
  payment_id: payment.id,
  pins: invoices.map((invoice) => ({
    debit_id: chargeIdOf(String(payment.account_id), invoice),
    amount_cents: Math.min(payment.amount_cents, invoice.amount_cents - invoice.paid_cents),
  })),
  ...(by && { made_by: by.id, made_by_name: by.name }),
});

/** Undefined for money that went to no account of the HOA's. */
export const paymentEntryOf = async (tx: Tx, { id, account_id }: Payment): Promise<Entry | undefined> =>
  account_id === null ? undefined : tx.get('entry', entryIdOf(account_id, id));

/** A due's own category, or what its reason says. */
export const categoryOf = ({ category, reason }: Pick<Due, 'category' | 'reason'>) =>
  category ?? (reason === 'dues' ? 'assessment' : 'other');

/** The charge of an invoice, effective on its period. */
export const chargeOf = (invoice: Unsaved<Invoice>, due: Pick<Due, 'category' | 'reason' | 'fund'>): NewEntry => ({
  id: invoice.id,
  kind: 'charge',
  category: categoryOf(due),
  amount_cents: invoice.amount_cents,
  effective_on: invoice.period,
  due_on: invoice.due_date,
  fund: due.fund === 'operating' ? null : due.fund,
  invoice_id: invoice.id,
  memo: invoice.title,
});

/** Charges an account. Reads its entries only where it has credit that the charge may use. */
export const postCharge = async (tx: Tx, account: Unsaved<Account>, charge: NewEntry): Promise<void> => {
  if (account.credit_cents > 0) return post(tx, account, [charge]);
  await addEntry(tx, account.id, charge);
  await tx.put('account', { ...account, balance_cents: account.balance_cents + charge.amount_cents });
};
