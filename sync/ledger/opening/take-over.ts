import type { Unsaved } from '../../../schema/rows.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { Dispute } from '../../../schema/tables/disputes.ts';
import type { Due } from '../../../schema/tables/dues.ts';
import type { Invoice, Payment } from '../../../schema/tables/invoices.ts';
import type { Entry, Policy } from '../../../schema/tables/ledger.ts';
import type { User } from '../../../schema/tables/users.ts';
import { freeAccountId, openAccountFor, openAccountOf } from '../../accounts/entity.ts';
import { todayOf } from '../../dues/entity.ts';
import type { Tx } from '../../tx.ts';
import { LAST_DAY } from '../books.ts';
import { draftEntry, entryIdOf, type NewEntry } from '../entries.ts';
import { type Fold, fold } from '../fold.ts';
import { post } from '../post.ts';
import { type EarlierRows, earlierDebt, earlierEntries, paymentsElsewhere, returnedOf } from './earlier-entries.ts';

/** The parts of one account's opening that the board should know. */
export type OpeningResult = {
  /** Invoices that read pending, and that money of before covers wholly or in part. */
  covered: { invoice_id: string; open_cents: number }[];
  /** Credits that keep an invoice paid. */
  credits: { invoice_id: string; cents: number; reason: string }[];
  /** Payments that gave no entry. */
  elsewhere: string[];
};

/** The invoices, payments and disputes that belong to no account yet become entries of the user's account, which is opened
 * where there is none: all of them, or those of the `most` oldest invoices. Throws where an invoice would not keep its
 * status, before anything is written. */
export const takeOver = async (
  tx: Tx,
  user: User,
  most = Number.POSITIVE_INFINITY,
): Promise<{ account: Unsaved<Account>; result: OpeningResult; invoices: number }> => {
  const [earlier, open, hoa, policies] = await Promise.all([
    readEarlierRows(tx, user, most),
    openAccountOf(tx, user),
    tx.get('hoa', tx.actor.hoa_id),
    tx.list('policy', 'hoa_id', tx.actor.hoa_id),
  ]);
  const id = open?.id ?? (await freeAccountId(tx, user.id));
  const known = open ? await tx.list('entry', 'account_id', id) : [];
  const dayOf = (at: string) => todayOf(hoa, at);
  const { entries, result } = openingOf({ earlier, known, policies, account_id: id, dayOf, today: dayOf(tx.now) });
  const opened_on = entries.map(({ effective_on }) => effective_on).reduce(earlierOf, dayOf(tx.now));
  const account = open ?? (await openAccountFor(tx, user, { opened_on }));
  await assign(tx, earlier, id);
  await post(tx, { ...account, opened_on: earlierOf(account.opened_on, opened_on) }, entries);
  return { account: (await tx.get('account', id)) ?? account, result, invoices: earlier.invoices.length };
};

const earlierOf = (one: string, other: string): string => (one < other ? one : other);

const isBefore = (row: { account_id?: string | null }) => !row.account_id;
const OLDEST_FIRST = (one: Invoice, other: Invoice) =>
  one.period === other.period ? (one.id < other.id ? -1 : 1) : one.period < other.period ? -1 : 1;

const readEarlierRows = async (tx: Tx, user: User, most: number): Promise<EarlierRows> => {
  const [invoices, payments, disputes] = await Promise.all([
    tx.list('invoice', 'recipient_id', user.id),
    tx.list('payment', 'user_id', user.id),
    tx.list('dispute', 'user_id', user.id),
  ]);
  const all = invoices.filter(isBefore).sort(OLDEST_FIRST);
  const chosen = all.slice(0, most);
  const later = new Set(all.slice(most).map(({ id }) => id));
  const isChosen = (row: Payment | Dispute) => isBefore(row) && !(row.invoice_id && later.has(row.invoice_id));
  const paid = payments.filter(isChosen);
  const [dues, recorders] = await Promise.all([
    Promise.all([...new Set(chosen.map(({ due_id }) => due_id))].map((id) => tx.get('due', id))),
    Promise.all([...new Set(paid.flatMap(({ recorded_by }) => recorded_by ?? []))].map((id) => tx.get('user', id))),
  ]);
  const isThere = <Row>(row: Row | undefined): row is Row => row !== undefined;
  return {
    invoices: chosen,
    payments: paid,
    disputes: disputes.filter(isChosen),
    dues: new Map(dues.filter(isThere).map((due: Due) => [due.id, due])),
    names: new Map(recorders.filter(isThere).map(({ id, name }) => [id, name])),
  };
};

const assign = async (tx: Tx, earlier: EarlierRows, account_id: string): Promise<void> => {
  const returned = returnedOf(earlier);
  await Promise.all([
    ...earlier.invoices.map((invoice) => tx.put('invoice', { ...invoice, account_id })),
    ...earlier.payments.map((payment) =>
      tx.put('payment', { ...payment, account_id, returned_cents: returned.get(payment.id) ?? 0 }),
    ),
    ...earlier.disputes.map((dispute) => tx.put('dispute', { ...dispute, account_id })),
  ]);
};

type Given = {
  earlier: EarlierRows;
  /** Entries that the account has already. */
  known: readonly Entry[];
  policies: readonly Policy[];
  account_id: string;
  dayOf(at: string): string;
  today: string;
};

/** The entries of before with the day on which money left again as it was; where that takes the status of an invoice away,
 * with the day on which it came. Throws where both do. */
const openingOf = (given: Given): { entries: NewEntry[]; result: OpeningResult } => {
  const truthful = attempt(given, false);
  const { entries, problem, result } = truthful.problem === null ? truthful : attempt(given, true);
  if (problem !== null) throw new Error(`Account ${given.account_id} cannot be opened: ${truthful.problem ?? problem}`);
  return { entries, result };
};

const attempt = ({ earlier, known, policies, account_id, dayOf, today }: Given, early: boolean) => {
  const entries = earlierEntries(earlier, account_id, dayOf, { early, today });
  const options = { policies, as_of: LAST_DAY };
  const was = fold(known, options);
  const is = fold([...known, ...entries.map((entry) => draftEntry(account_id, entry))], options);
  const openOf = (invoice: Pick<Invoice, 'id'>) => is.debits.get(entryIdOf(account_id, invoice.id))?.open_cents ?? 0;
  const { pending_cents, spare_cents } = earlierDebt(earlier);
  const owed = was.balance_cents + pending_cents - spare_cents;
  const reopened = [
    ...earlier.invoices.filter((invoice) => invoice.status === 'paid' && openOf(invoice) > 0).map(({ id }) => id),
    ...[...was.debits].filter(([id, { open_cents }]) => open_cents === 0 && isOpen(is, id)).map(([id]) => id),
  ];
  const problem =
    is.balance_cents !== owed
      ? `its entries come to ${is.balance_cents} cents, its invoices to ${owed}.`
      : reopened.length > 0
        ? `nothing covers what was paid: ${reopened.join(', ')}.`
        : null;
  return { entries, problem, result: resultOf(earlier, entries, openOf) };
};

const isOpen = ({ debits }: Fold<Entry>, id: string) => (debits.get(id)?.open_cents ?? 0) > 0;

const resultOf = (
  earlier: EarlierRows,
  entries: readonly NewEntry[],
  openOf: (invoice: Invoice) => number,
): OpeningResult => ({
  covered: earlier.invoices
    .filter((invoice) => invoice.status === 'pending' && openOf(invoice) < invoice.amount_cents)
    .map((invoice) => ({ invoice_id: invoice.id, open_cents: openOf(invoice) })),
  credits: earlier.invoices.flatMap((invoice) =>
    entries
      .filter(({ id, kind }) => kind === 'credit' && id.startsWith(`${invoice.id}-`))
      .map(({ amount_cents, reason }) => ({ invoice_id: invoice.id, cents: -amount_cents, reason: reason ?? '' })),
  ),
  elsewhere: paymentsElsewhere(earlier),
});
