import type { Unsaved } from '../../schema/rows.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import { todayOf } from '../dues/entity.ts';
import { clearFailedJobs } from '../failed-jobs/entity.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { expireCheckoutEffect } from '../payments/checkouts.ts';
import { notifyBrokenPlan } from '../reminders/notices.ts';
import { assertNew, type Tx } from '../tx.ts';
import { type AccountBooks, type ChargeState, historyOf, readBooks } from './books.ts';
import { draftEntry, type NewEntry } from './entries.ts';
import { plansAfter } from './plan-status.ts';

/** Adds entries to an account and brings its sums, and its invoices, up to date. What somebody was about to pay online is asked
 * for no longer once the account owes less. An entry that is there already is left out, and refused where it says something
 * else. `books` are the account's as they are now, where the caller has read them. Returns them as they are then. */
export const post = async (
  tx: Tx,
  account: Unsaved<Account>,
  drafts: readonly NewEntry[],
  books?: AccountBooks,
): Promise<AccountBooks> => {
  const ids = drafts.map(({ id }) => id);
  const before = books ?? (await readBooks(tx, account.id, ids));
  const byId = new Map(before.entries.map((entry) => [entry.id, entry]));
  const added = drafts
    .map((draft) => draftEntry(account.id, draft, tx.now))
    .filter((entry) => isNew(byId.get(entry.id), entry));
  if (added.length === 0) return before;
  await Promise.all(added.map(({ rev: _, ...entry }) => tx.put('entry', entry)));
  if (isLateForFees(before.entries, added))
    tx.after({
      kind: 'correctFees',
      key: outboxKeys.correctFees(account.id, tx.now),
      payload: { account_id: account.id },
    });
  const posted = { ...before, entries: [...before.entries, ...added] };
  const after = await settlePlans(tx, posted, added);
  await settle(tx, withoutCheckout(tx, account, added), before, after);
  return after;
};

const withoutCheckout = (tx: Tx, account: Unsaved<Account>, added: readonly Pick<Entry, 'amount_cents'>[]) => {
  const { checkout_session_id: session } = account;
  if (!session || added.every(({ amount_cents }) => amount_cents > 0)) return account;
  tx.after(expireCheckoutEffect(session));
  return { ...account, checkout_session_id: null };
};

/** Brings the sums and invoices of an account up to date with its entries and plans. */
export const settle = async (
  tx: Tx,
  account: Unsaved<Account>,
  before: AccountBooks,
  after: AccountBooks,
): Promise<void> => {
  const { balance_cents, credit_cents } = historyOf(after).foldOn();
  await tx.put('account', { ...account, balance_cents, credit_cents });
  await settleInvoices(tx, before, after);
};

/** Finishes plans that were paid up, and takes up or breaks those that money was taken back from. */
const settlePlans = async (
  tx: Tx,
  books: AccountBooks,
  added: readonly Pick<Entry, 'kind'>[],
): Promise<AccountBooks> => {
  if (books.plans.length === 0) return books;
  const plans = plansAfter(books, added, todayOf(await tx.get('hoa', tx.actor.hoa_id), tx.now));
  const changed = plans.filter((plan, at) => plan !== books.plans[at]);
  for (const plan of changed) await putPlan(tx, plan);
  return changed.length === 0 ? books : { ...books, plans };
};

/** Keeps when a plan's end became known. Holders and board learn of one that was broken. */
export const putPlan = async (tx: Tx, plan: PaymentPlan): Promise<void> => {
  await tx.put('plan', { ...plan, ended_at: plan.ended_on === null ? null : tx.now });
  if (plan.status === 'broken') await notifyBrokenPlan(tx, plan);
};

/** True if credits count from before late fees that were posted already, which may be too high then. */
const isLateForFees = (
  known: readonly Entry[],
  added: readonly Pick<Entry, 'kind' | 'amount_cents' | 'effective_on'>[],
) => {
  const first = added
    .filter(({ kind, amount_cents }) => amount_cents < 0 && kind !== 'transfer' && kind !== 'opening')
    .map(({ effective_on }) => effective_on)
    .sort()[0];
  return first !== undefined && known.some(({ kind, effective_on }) => kind === 'late_fee' && effective_on > first);
};

/** Throws Refusal('conflict') where another entry has the id. */
const isNew = (known: Entry | undefined, entry: Unsaved<Entry>): boolean => {
  if (!known) return true;
  const isSame = SAME.every((field) => JSON.stringify(known[field] ?? null) === JSON.stringify(entry[field] ?? null));
  if (!isSame) assertNew(known);
  return false;
};
const SAME = [
  ...(['kind', 'category', 'amount_cents', 'effective_on', 'due_on', 'source_id', 'payment_id', 'pins'] as const),
  ...(['fund', 'memo', 'note', 'reason'] as const),
];

/** Reads only the invoices whose charge has changed. */
const settleInvoices = async (tx: Tx, before: AccountBooks, after: AccountBooks): Promise<void> => {
  const charges = after.entries.filter(({ invoice_id }) => invoice_id);
  if (charges.length === 0) return;
  const [old, now] = [historyOf(before), historyOf(after)];
  const changed = charges.filter(({ id }) => !isSame(old.stateOf(id), now.stateOf(id)));
  await Promise.all(
    changed.map(async ({ id, invoice_id }) => {
      if (!invoice_id) return;
      const [invoice] = await Promise.all([
        tx.get('invoice', invoice_id),
        tx.list('failedJob', 'subject_id', invoice_id),
      ]);
      if (invoice) await settleInvoice(tx, invoice, now.stateOf(id));
    }),
  );
};

const isSame = (one: ChargeState, other: ChargeState): boolean =>
  one.open_cents === other.open_cents && one.reversed_on === other.reversed_on && one.paid_on === other.paid_on;

/** Paid where nothing of the charge is open, canceled where it is reversed, pending otherwise. */
export const settleInvoice = async (tx: Tx, invoice: Invoice, state: ChargeState): Promise<void> => {
  const next = { ...invoice, ...projectionOf(tx, invoice, state) };
  if (isSettled(invoice, state)) return;
  const { checkout_session_id: session } = invoice;
  await tx.put('invoice', { ...next, checkout_session_id: null });
  if (session) tx.after(expireCheckoutEffect(session));
  if (next.status !== 'pending' && next.status !== invoice.status) await clearFailedJobs(tx, invoice.id);
};

/** True if an invoice says of its charge what the entries say. */
export const isSettled = (
  { amount_cents, status, paid_cents }: Pick<Invoice, 'amount_cents' | 'status' | 'paid_cents'>,
  { open_cents, reversed_on }: ChargeState,
): boolean => {
  if (reversed_on !== null) return status === 'canceled' && paid_cents === 0;
  return status === (open_cents === 0 ? 'paid' : 'pending') && paid_cents === amount_cents - open_cents;
};

const projectionOf = (tx: Tx, invoice: Invoice, { open_cents, reversed_on, paid_on }: ChargeState) => {
  if (reversed_on !== null)
    return {
      status: 'canceled' as const,
      paid_cents: 0,
      paid_at: null,
      canceled_at: invoice.canceled_at ?? instantOf(tx, reversed_on),
    };
  const isPaid = open_cents === 0;
  return {
    status: isPaid ? ('paid' as const) : ('pending' as const),
    paid_cents: invoice.amount_cents - open_cents,
    paid_at: isPaid ? (invoice.paid_at ?? instantOf(tx, paid_on)) : null,
    canceled_at: null,
  };
};

/** Noon of an earlier day, else now. */
const instantOf = (tx: Tx, day: string): string =>
  day !== '' && day < tx.now.slice(0, 10) ? `${day}T12:00:00.000Z` : tx.now;
