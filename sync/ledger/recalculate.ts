import type { Account } from '../../schema/tables/accounts.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { recordFailedJobs } from '../failed-jobs/entity.ts';
import type { Tx } from '../tx.ts';
import { nameOf } from '../users/entity.ts';
import { dayInWords } from '../words.ts';
import { type AccountBooks, historyOf, readBooks } from './books.ts';
import { isSettled, settleInvoice } from './post.ts';

type SettledRows = {
  account: Pick<Account, 'balance_cents' | 'credit_cents'>;
  invoices: readonly Pick<Invoice, 'id' | 'amount_cents' | 'status' | 'paid_cents'>[];
};

/** True if the sums and the invoices of an account are what its entries say. */
export const isInOrder = (books: AccountBooks, { account, invoices }: SettledRows): boolean => {
  const { foldOn, stateOf } = historyOf(books);
  const { balance_cents, credit_cents } = foldOn();
  if (account.balance_cents !== balance_cents || account.credit_cents !== credit_cents) return false;
  const charges = chargesOf(books.entries);
  return invoices.every((invoice) => {
    const charge = charges.get(invoice.id);
    return charge === undefined || isSettled(invoice, stateOf(charge));
  });
};

/** Ids of charges, by the id of the invoice. */
const chargesOf = (entries: readonly Entry[]): Map<string, string> =>
  new Map(entries.flatMap(({ id, invoice_id, kind }) => (invoice_id && kind !== 'reversal' ? [[invoice_id, id]] : [])));

/** Corrects the sums and the invoices of an account by its entries. Returns the account where something differed. */
export const bringUpToDate = async (tx: Tx, account_id: string): Promise<Account | undefined> => {
  const [books, account, invoices] = await Promise.all([
    readBooks(tx, account_id),
    tx.get('account', account_id),
    tx.list('invoice', 'account_id', account_id),
  ]);
  if (!account || isInOrder(books, { account, invoices })) return undefined;
  const { foldOn, stateOf } = historyOf(books);
  const { balance_cents, credit_cents } = foldOn();
  await tx.put('account', { ...account, balance_cents, credit_cents });
  const charges = chargesOf(books.entries);
  for (const invoice of invoices) {
    const charge = charges.get(invoice.id);
    if (charge !== undefined) await settleInvoice(tx, invoice, stateOf(charge));
  }
  return account;
};

/** Corrects an account that differs from its entries, and adds a failed job for the board. `today` is a calendar date; `job` is what found it. */
export const recalculate = async (
  tx: Tx,
  account_id: string,
  { today, job }: { today: string; job: { id: string; created_at: string } },
): Promise<void> => {
  const account = await bringUpToDate(tx, account_id);
  if (!account) return;
  const holder = await tx.get('user', account.holder_ids[0]!);
  const reason = `Account ${holder ? nameOf(holder) : account_id} was recalculated on ${dayInWords(today)}.`;
  const failed = { id: `${job.id}.${account_id}`, subject: null, subject_id: null, reason, created_at: job.created_at };
  await recordFailedJobs(tx, [{ ...failed, kind: 'recalculateAccounts', payload: { day: today, after: '' } }]);
};
