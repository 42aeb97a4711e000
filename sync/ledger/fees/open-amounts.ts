import type { Entry, Policy } from '../../../schema/tables/ledger.ts';
import { type Fold, fold } from '../fold.ts';
import { LAST_DAY } from '../post.ts';
import type { FoldPlan } from '../types.ts';

export type OpenAmounts = {
  /** Cents of a debit that were open at the end of a day. */
  openOn(debit_id: string, day: string): number;
  /** The days on which entries count, in order. */
  days: readonly string[];
};

/** What was open of the debits of one account at the end of any day. */
export const openAmounts = (
  entries: readonly Entry[],
  options: { policies: readonly Policy[]; plans: readonly FoldPlan[] },
): OpenAmounts => {
  const days = [...new Set(entries.map(({ effective_on }) => effective_on))].sort();
  if (!entries.some(({ kind }) => TAKING_BACK.includes(kind)))
    return { days, openOn: fromCovers(fold(entries, { ...options, as_of: LAST_DAY })) };
  const folds = new Map<string, Fold<Entry>>();
  const openOn = (debit_id: string, day: string): number => {
    const last = days.findLast((one) => one <= day);
    if (last === undefined) return 0;
    const folded = folds.get(last) ?? fold(entries, { ...options, as_of: last });
    folds.set(last, folded);
    return folded.debits.get(debit_id)?.open_cents ?? 0;
  };
  return { days, openOn };
};

/** Without these, what covers a debit is never taken from it again, so that one fold knows every day. */
const TAKING_BACK: readonly string[] = ['return', 'refund', 'reversal'];

const fromCovers =
  ({ debits }: Fold<Entry>): OpenAmounts['openOn'] =>
  (debit_id, day) => {
    const debit = debits.get(debit_id);
    if (!debit || debit.entry.effective_on > day) return 0;
    const covered = debit.covers.reduce((sum, { cents, on }) => (on <= day ? sum + cents : sum), 0);
    return debit.entry.amount_cents - covered;
  };
