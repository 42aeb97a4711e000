import type { Account } from '../../schema/tables/accounts.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import type { Entry, Policy } from '../../schema/tables/ledger.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import { recordFailedJobs } from '../failed-jobs/entity.ts';
import type { Tx } from '../tx.ts';
import { nameOf } from '../users/entity.ts';
import { dayInWords } from '../words.ts';
import { historyOf, isSettled, settleInvoice } from './post.ts';

/** An account with all its rows. */
export type AccountBooks = {
  account: Pick<Account, 'balance_cents' | 'credit_cents'>;
  entries: readonly Entry[];
  invoices: readonly Pick<Invoice, 'id' | 'amount_cents' | 'status' | 'paid_cents'>[];
  policies: readonly Policy[];
  plans: readonly PaymentPlan[];
};

/** True if the sums and the invoices of an account are what its entries say. */
export const isInOrder = ({ account, invoices, ...books }: AccountBooks): boolean => {
  const { fold, stateOf } = historyOf(books);
  if (account.balance_cents !== fold.balance_cents || account.credit_cents !== fold.credit_cents) return false;
  const charges = chargesOf(books.entries);
  return invoices.every((invoice) => {
    const charge = charges.get(invoice.id);
    return charge === undefined || isSettled(invoice, stateOf(charge));
  });
};

/** By the id of the invoice. */
const chargesOf = (entries: readonly Entry[]): Map<string, string> =>
  new Map(entries.flatMap(({ id, invoice_id, kind }) => (invoice_id && kind !== 'reversal' ? [[invoice_id, id]] : [])));

/** Corrects the sums and the invoices of an account by its entries. Returns the account where something differed. */
export const bringUpToDate = async (tx: Tx, account_id: string): Promise<Account | undefined> => {
  const [account, entries, invoices, policies, plans] = await Promise.all([
    tx.get('account', account_id),
    tx.list('entry', 'account_id', account_id),
    tx.list('invoice', 'account_id', account_id),
    tx.list('policy', 'hoa_id', tx.actor.hoa_id),
    tx.list('plan', 'account_id', account_id),
  ]);
  if (!account || isInOrder({ account, entries, invoices, policies, plans })) return undefined;
  const { fold, stateOf } = historyOf({ entries, policies, plans });
  const { balance_cents, credit_cents } = fold;
  await tx.put('account', { ...account, balance_cents, credit_cents });
  const charges = chargesOf(entries);
  for (const invoice of invoices) {
    const charge = charges.get(invoice.id);
    if (charge !== undefined) await settleInvoice(tx, invoice, stateOf(charge));
  }
  return account;
};

/** Corrects an account that differs from its entries, and tells the board. `today` is a calendar date; `job` is what found it. */
export const recalculate = async (
  tx: Tx,
  account_id: string,
  { today, job }: { today: string; job: { id: string; created_at: string } },
): Promise<void> => {
  const account = await bringUpToDate(tx, account_id);
  if (!account) return;
  const holder = await tx.get('user', account.holder_ids[0]!);
  const reason = `Account ${holder ? nameOf(holder) : account_id} was recalculated on ${dayInWords(today)}.`;
  const told = { id: `${job.id}.${account_id}`, subject: null, subject_id: null, reason, created_at: job.created_at };
  await recordFailedJobs(tx, [{ ...told, kind: 'recalculateAccounts', payload: { day: today, after: '' } }]);
};
