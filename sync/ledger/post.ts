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
import { type Fold, fold } from './fold.ts';
import { type PlanBooks, plansAfter } from './plan-status.ts';

/** `id` is a GUID, derived from what caused the entry where the system posts it; or that of another entry of the account. */
export type NewEntry = Pick<Entry, 'id' | 'kind' | 'amount_cents' | 'effective_on'> &
  Partial<Omit<Entry, 'hoa_id' | 'rev' | 'account_id' | 'posted_at'>>;

export const entryIdOf = (account_id: string, id: string): string => `${account_id}.${id}`;

/** What a posting needs, in one go: all entries, rules and plans, and the places of the entries to come (`ids`, without the
 * account's). */
export const readAround = async (tx: Tx, account_id: string, ids: readonly string[] = []) => {
  const [entries, policies, plans] = await Promise.all([
    tx.list('entry', 'account_id', account_id),
    tx.list('policy', 'hoa_id', tx.actor.hoa_id),
    tx.list('plan', 'account_id', account_id),
    tx.get('account', account_id),
    tx.get('hoa', tx.actor.hoa_id),
    ...ids.map((id) => tx.get('entry', entryIdOf(account_id, id))),
  ]);
  return { entries, policies, plans };
};

/** Adds entries to an account and brings its sums, and its invoices, up to date. What somebody was about to pay online is asked
 * for no longer once the account owes less. An entry that is there already is left out,
 * and refused where it says something else. */
export const post = async (tx: Tx, account: Unsaved<Account>, drafts: readonly NewEntry[]): Promise<void> => {
  const ids = drafts.map(({ id }) => id);
  const before = await readAround(tx, account.id, ids);
  const { entries: known, policies } = before;
  const byId = new Map(known.map((entry) => [entry.id, entry]));
  const added = drafts
    .map((draft) => entryOf(tx, account.id, draft))
    .filter((entry) => isNew(byId.get(entry.id), entry));
  if (added.length === 0) return;
  await Promise.all(added.map((entry) => tx.put('entry', entry)));
  if (isLateForFees(known, added))
    tx.after({
      kind: 'correctFees',
      key: outboxKeys.correctFees(account.id, tx.now),
      payload: { account_id: account.id },
    });
  const books = { entries: [...known, ...(added as Entry[])], policies, plans: before.plans };
  const next = { ...books, plans: await settlePlans(tx, books, added) };
  await settle(tx, withoutCheckout(tx, account, added), before, next);
};

const withoutCheckout = (tx: Tx, account: Unsaved<Account>, added: readonly Pick<Entry, 'amount_cents'>[]) => {
  const { checkout_session_id: session } = account;
  if (!session || added.every(({ amount_cents }) => amount_cents > 0)) return account;
  tx.after(expireCheckoutEffect(session));
  return { ...account, checkout_session_id: null };
};

/** Brings the sums and invoices of an account up to date with its entries and plans. */
export const settle = async (tx: Tx, account: Unsaved<Account>, before: PlanBooks, after: PlanBooks): Promise<void> => {
  const history = historyOf(after);
  const { balance_cents, credit_cents } = history.fold;
  await tx.put('account', { ...account, balance_cents, credit_cents });
  await settleInvoices(tx, historyOf(before), history);
};

/** Finishes plans that were paid up, and takes up or breaks those that money was taken back from. */
const settlePlans = async (tx: Tx, books: PlanBooks, added: readonly Pick<Entry, 'kind'>[]): Promise<PaymentPlan[]> => {
  if (books.plans.length === 0) return [];
  const next = plansAfter(books, added, todayOf(await tx.get('hoa', tx.actor.hoa_id), tx.now));
  for (const [at, plan] of next.entries()) if (plan !== books.plans[at]) await putPlan(tx, plan);
  return next;
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

/** Entries are never effective later than a day from now, so that every entry counts. */
export const LAST_DAY = '9999-12-31';

/** Adds an entry and nothing else: the caller keeps the account's sums. */
export const addEntry = (tx: Tx, account_id: string, draft: NewEntry): Promise<void> =>
  tx.put('entry', entryOf(tx, account_id, draft));

export const entryOf = (tx: Pick<Tx, 'now'>, account_id: string, { id, ...draft }: NewEntry): Unsaved<Entry> => ({
  category: null,
  due_on: null,
  fund: null,
  invoice_id: null,
  payment_id: null,
  source_id: null,
  pins: null,
  rule: null,
  memo: null,
  note: null,
  reason: null,
  batch_id: null,
  made_by: null,
  made_by_name: null,
  ...draft,
  id: entryIdOf(account_id, id),
  account_id,
  posted_at: tx.now,
});

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

/** Of the invoices, reads only those whose charge has changed. */
const settleInvoices = async (tx: Tx, before: History, after: History): Promise<void> => {
  const changed = after.entries.filter(({ id }) => !isSame(before.stateOf(id), after.stateOf(id)));
  await Promise.all(
    changed.map(async ({ id, invoice_id }) => {
      if (!invoice_id) return;
      const [invoice] = await Promise.all([
        tx.get('invoice', invoice_id),
        tx.list('failedJob', 'subject_id', invoice_id),
      ]);
      if (invoice) await settleInvoice(tx, invoice, after.stateOf(id));
    }),
  );
};

type ChargeState = { open_cents: number; reversed_on: string | null; paid_on: string };
type History = { entries: readonly Entry[]; fold: Fold<Entry>; stateOf(id: string): ChargeState };

/** What the fold of all entries of an account says of its charges. */
export const historyOf = ({ entries, policies, plans }: PlanBooks): History => {
  const folded = fold(entries, { policies, plans, as_of: LAST_DAY });
  const reversals = entries.filter(({ kind }) => kind === 'reversal');
  const reversed = new Map(reversals.map(({ source_id, effective_on }) => [source_id, effective_on]));
  const stateOf = (id: string): ChargeState => {
    const debit = folded.debits.get(id);
    const paid_on =
      debit?.covers
        .map(({ on }) => on)
        .sort()
        .at(-1) ?? '';
    return { open_cents: debit?.open_cents ?? 0, reversed_on: reversed.get(id) ?? null, paid_on };
  };
  return { entries, fold: folded, stateOf };
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
