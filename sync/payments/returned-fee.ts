import { addMonths } from '../../schema/dates.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import type { AccountBooks } from '../ledger/books.ts';
import { entryIdOf, type NewEntry } from '../ledger/entries.ts';
import { reversedIds } from '../ledger/entry-status.ts';
import { policyOn } from '../policies/rules.ts';

const MONTHS = 12;

/** The reason for which the fee is meant. */
export const INSUFFICIENT_FUNDS = 'Insufficient funds';

export const returnedFeeIdOf = (payment_id: string): string => `${payment_id}-fee`;

/** The money that came back: a return that is to be posted, or a payment that never arrived (`id` null). */
type Taken = Pick<NewEntry, 'effective_on' | 'payment_id'> & { id: string | null };

/** The fee for a payment that came back, where the rules ask for one: at most one a payment. Returns that were undone do not
 * count as earlier ones. */
export const returnedFee = (
  taken: Taken,
  account_id: string,
  { entries, policies }: Pick<AccountBooks, 'entries' | 'policies'>,
): NewEntry[] => {
  const policy = policyOn(policies, 'returned_fee', taken.effective_on);
  const settings = policy?.settings;
  const id = returnedFeeIdOf(String(taken.payment_id));
  if (!policy || !settings?.enabled || entries.some((entry) => entry.id === entryIdOf(account_id, id))) return [];
  const since = addMonths(taken.effective_on, -MONTHS);
  const reversed = reversedIds(entries);
  const isLater = entries.some(
    (entry) =>
      isComingBack(entry) &&
      entry.effective_on > since &&
      entry.effective_on <= taken.effective_on &&
      !reversed.has(entry.id),
  );
  const amount_cents = isLater ? settings.later_cents : settings.first_cents;
  return [
    {
      id,
      kind: 'charge',
      category: 'returned_payment_fee',
      amount_cents,
      effective_on: taken.effective_on,
      due_on: taken.effective_on,
      source_id: taken.id === null ? null : entryIdOf(account_id, taken.id),
      rule: { policy_id: policy.id, formula: isLater ? 'later' : 'first', result_cents: amount_cents },
      memo: 'Returned payment fee',
    },
  ];
};

/** A payment that never arrived has no entry but its fee. */
const isComingBack = ({ kind, category, source_id }: Entry): boolean =>
  kind === 'return' || (kind === 'charge' && category === 'returned_payment_fee' && source_id === null);
