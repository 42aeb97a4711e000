import type { Unsaved } from '../../schema/rows.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import type { User } from '../../schema/tables/users.ts';
import { findAccount, openAccountFor, openAccountOf } from '../accounts/entity.ts';
import { todayOf } from '../dues/entity.ts';
import type { Tx } from '../tx.ts';
import { entryIdOf, entryOf, type NewEntry } from './entries.ts';
import { takeOver } from './opening/take-over.ts';
import { post } from './post.ts';

/** The open account of a user, opened where there is none. What the user owed before the ledger becomes its entries. */
export const accountToBill = async (tx: Tx, user: User): Promise<Unsaved<Account>> => {
  const [open, hoa] = await Promise.all([openAccountOf(tx, user), tx.get('hoa', tx.actor.hoa_id)]);
  if (open) return open;
  if (!hoa?.ledger_opened_at) return (await takeOver(tx, user)).account;
  // The home may have been theirs as long as they have been known, so that a sale can lie before the first bill.
  const since = user.account_ids.length === 0 ? user.created_at : tx.now;
  return openAccountFor(tx, user, { opened_on: todayOf(hoa, since) });
};

/** The account of an invoice, closed ones too. */
export const accountOfInvoice = async (tx: Tx, invoice: Invoice): Promise<Unsaved<Account>> => {
  if (invoice.account_id) return findAccount(tx, invoice.account_id);
  const user = await tx.get('user', invoice.recipient_id);
  if (!user) throw new Error(`Invoice ${invoice.id} has no recipient`);
  return (await takeOver(tx, user)).account;
};

/** Undefined for money that went to no account of the HOA's. */
export const paymentEntryOf = async (tx: Tx, { id, account_id }: Payment): Promise<Entry | undefined> =>
  account_id === null ? undefined : tx.get('entry', entryIdOf(account_id, id));

/** Charges an account. Reads its entries only where it has credit that the charge may use. */
export const postCharge = async (tx: Tx, account: Unsaved<Account>, charge: NewEntry): Promise<void> => {
  if (account.credit_cents > 0) return void (await post(tx, account, [charge]));
  await tx.put('entry', entryOf(account.id, charge, tx.now));
  await tx.put('account', { ...account, balance_cents: account.balance_cents + charge.amount_cents });
};
