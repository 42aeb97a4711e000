import { addDays } from '../../schema/dates.ts';
import type { Effect } from '../../schema/outbox.ts';
import type { Unsaved } from '../../schema/rows.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Due } from '../../schema/tables/dues.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import type { User } from '../../schema/tables/users.ts';
import { findAccount } from '../accounts/entity.ts';
import { chunksOf, MAILS_PER_CALL } from '../chunks.ts';
import { accountToBill, postCharge } from '../ledger/billing.ts';
import { chargeOf } from '../ledger/entries.ts';
import { notify } from '../notifications/rules.ts';
import { outboxKeys } from '../outbox-keys.ts';
import type { Tx } from '../tx.ts';
import { billsOf } from './bills.ts';
import { canReceive, todayOf } from './entity.ts';
import { afterPeriod } from './forecast.ts';
import { idsOf, type Payer } from './recipients.ts';
import { findPayers } from './rules.ts';

/** Issues one invoice for each account that the due bills if the send date has come, and moves the due to its next period. Returns
 * true if that period may be due too. */
export const issuePeriod = async (tx: Tx, due_id: string, newId: () => string): Promise<boolean> => {
  const [due, hoa] = await Promise.all([tx.get('due', due_id), tx.get('hoa', tx.actor.hoa_id)]);
  const today = todayOf(hoa, tx.now);
  if (due?.status !== 'active' || due.send_date === null || due.send_date > today) return false;
  const [payers = []] = await findPayers(tx, [due]);
  const bills = await newBills(tx, { ...due, send_date: due.send_date }, payers, newId);
  const invoices = bills.map(({ invoice }) => invoice);
  const next = { ...afterPeriod(due), recipients: idsOf(due, payers) };
  await Promise.all([...invoices.map((invoice) => tx.put('invoice', invoice)), tx.put('due', next)]);
  await Promise.all(bills.map(({ invoice, account }) => postCharge(tx, account, chargeOf(invoice, due))));
  notifyInvoices(tx, invoices);
  return afterPeriod(due).status === 'active';
};

/** Mails new invoices and notifies of them. */
export const notifyInvoices = (tx: Tx, invoices: readonly Pick<Invoice, 'id'>[]): void => {
  for (const effect of mailEffects(invoices)) tx.after(effect);
  for (const chunk of chunksOf(invoices, MAILS_PER_CALL))
    notify(tx, 'newInvoice', { entity: 'invoice', ids: chunk.map(({ id }) => id) });
};

type Bill = { invoice: Unsaved<Invoice>; account: Unsaved<Account> };

const newBills = async (
  tx: Tx,
  due: Due & { send_date: string },
  payers: readonly Payer[],
  newId: () => string,
): Promise<Bill[]> => {
  const [users, known] = await Promise.all([
    tx.list('user', 'hoa_id', tx.actor.hoa_id),
    tx.list('invoice', 'period', due.send_date),
  ]);
  const active = new Map(users.filter(canReceive).map((user) => [user.id, user]));
  const billed = await Promise.all(
    payers.map(async ({ user_id, account }) => {
      const user = active.get(user_id);
      return { user_id, account: user && (await toBill(tx, user, account?.id)) };
    }),
  );
  const issued = known.filter(({ due_id }) => due_id === due.id);
  return billsOf(billed, issued).bills.map(({ account, recipient_id }) => ({
    account,
    invoice: invoiceOf(tx, due, { id: newId(), recipient_id, account_id: account.id }),
  }));
};

const toBill = (tx: Tx, user: User, account_id: string | undefined): Promise<Unsaved<Account>> =>
  account_id === undefined ? accountToBill(tx, user) : findAccount(tx, account_id);

const invoiceOf = (
  tx: Tx,
  due: Due & { send_date: string },
  to: Pick<Invoice, 'id' | 'recipient_id' | 'account_id'>,
): Unsaved<Invoice> => ({
  ...to,
  due_id: due.id,
  period: due.send_date,
  title: due.title,
  description: due.description,
  amount_cents: due.amount_cents,
  paid_cents: 0,
  status: 'pending',
  sent: tx.now,
  due_date: addDays(due.send_date, due.due_date_offset),
  paid_at: null,
  canceled_at: null,
  checkout_session_id: null,
});

/** Keyed by the first invoice of each batch, which is new whenever a period is sent again. */
const mailEffects = (invoices: readonly Pick<Invoice, 'id'>[]): Effect<'mailInvoices'>[] =>
  chunksOf(invoices, MAILS_PER_CALL).map((chunk) => {
    const ids = chunk.map(({ id }) => id);
    return { kind: 'mailInvoices', key: outboxKeys.mailInvoices(ids[0]), payload: { ids } };
  });
