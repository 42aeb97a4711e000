import { addDays } from '../../../schema/dates.ts';
import type { Entry, Policy } from '../../../schema/tables/ledger.ts';
import { isUndecided } from '../../disputes/entity.ts';
import { isReturn, returnIdOf } from '../../payments/returns.ts';
import { isDirectedOn } from '../../policies/rules.ts';
import { entryIdOf, pendingPayment } from '../entries.ts';
import { fold } from '../fold.ts';
import { isOnKeptPlan } from '../plan-status.ts';
import type { FeeBooks, FeeOptions } from './books.ts';

/** True where nothing is posted on an account that day. */
export const isAccountHeld = ({ account }: Pick<FeeBooks, 'account'>, day: string): boolean =>
  (account.closed_on !== null && account.closed_on <= day) ||
  (account.fees_off_until !== null && day <= account.fees_off_until);

/** True if a plan that is kept covers a debit at the end of a day. */
export const isOnPlan = ({ plans }: Pick<FeeBooks, 'plans'>, debit_id: string, day: string): boolean =>
  isOnKeptPlan(plans, debit_id, day);

type Opened = { debit_ids: ReadonlySet<string>; from: string; until: string | null };

/** The debits that card disputes opened again, each with the days on which that dispute was undecided. A bank debit that
 * came back is no dispute: it is final. */
export const disputedDebits = (
  {
    account,
    entries,
    disputes,
    plans,
  }: Pick<FeeBooks, 'entries' | 'disputes' | 'plans'> & { account: Pick<FeeBooks['account'], 'id'> },
  { policies, dayOf }: FeeOptions,
): Opened[] =>
  disputes
    .filter((dispute) => !isReturn(dispute))
    .map((dispute) => {
      const prefix = entryIdOf(account.id, returnIdOf({ id: dispute.id, movements: 0 })).slice(0, -1);
      const returns = entries.filter(({ kind, id }) => kind === 'return' && id.startsWith(prefix));
      const debit_ids = new Set(returns.flatMap((taken) => coveredBefore(taken, { entries, policies, plans })));
      const until = dispute.closed_at !== null && !isUndecided(dispute) ? dayOf(dispute.closed_at) : null;
      return { debit_ids, from: dayOf(dispute.opened_at), until };
    });

/** Ids of the debits that the payment covered before it was taken back. */
const coveredBefore = (
  taken: Entry,
  { entries, ...options }: Pick<FeeBooks, 'entries' | 'plans'> & { policies: readonly Policy[] },
): string[] => {
  const before = entries.filter(({ id, source_id }) => id !== taken.id && source_id !== taken.id);
  const { credits } = fold(before, { ...options, as_of: taken.effective_on });
  return credits.get(taken.source_id ?? '')?.covers.map(({ debit_id }) => debit_id) ?? [];
};

export const isDisputed = (disputed: readonly Opened[], debit_id: string, day: string): boolean =>
  disputed.some(
    ({ debit_ids, from, until }) => debit_ids.has(debit_id) && from <= day && (until === null || until > day),
  );

/** Online payments that were under way at the end of a day, as the entries that they become once they clear. */
export const pendingOn = (books: FeeBooks, day: string, { policies, dayOf }: FeeOptions): Entry[] =>
  books.payments
    .filter(({ kind, status, created_at, settled_at }) => {
      if (kind !== 'charge' || created_at.slice(0, 10) > addDays(day, 1) || dayOf(created_at) > day) return false;
      return status === 'pending' || (settled_at !== null && dayOf(settled_at) > day);
    })
    .filter(({ id }) => !books.entries.some((entry) => entry.id === entryIdOf(books.account.id, id)))
    .map((payment) => {
      const on = dayOf(payment.created_at);
      const pins = isDirectedOn(policies, on) ? pinsOf(books, payment) : null;
      return pendingPayment(books.account.id, { id: payment.id, cents: payment.amount_cents, on, pins });
    });

type Pending = FeeBooks['payments'][number];

const pinsOf = ({ account, pinned }: FeeBooks, { checkout_session_id, invoice_id, amount_cents }: Pending) => {
  const pins = pinned?.get(checkout_session_id ?? '');
  if (pins || invoice_id === null) return pins ? [...pins] : null;
  return [{ debit_id: entryIdOf(account.id, invoice_id), amount_cents }];
};
