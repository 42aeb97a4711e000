import type { Entry } from '../../schema/tables/ledger.ts';
import { type Ageing, delinquentOf, oldestDueOf, overdueOf } from './ageing.ts';
import type { Fold } from './types.ts';

/** Of an account with something more than 30 days past due. */
export type Delinquency = {
  delinquent_cents: number;
  overdue_cents: number;
  balance_cents: number;
  oldest_due_on: string;
  /** The last payment that stands as of the day. */
  last_payment: Entry | null;
};

/** Null for an account that is not delinquent as of the day of the fold. */
export const delinquencyOf = (
  { entries, fold, ageing }: { entries: readonly Entry[]; fold: Fold<Entry>; ageing: Ageing },
  as_of: string,
): Delinquency | null => {
  const delinquent_cents = delinquentOf(ageing);
  const oldest_due_on = oldestDueOf(fold);
  if (delinquent_cents === 0 || oldest_due_on === null) return null;
  return {
    delinquent_cents,
    overdue_cents: overdueOf(ageing),
    balance_cents: ageing.balance,
    oldest_due_on,
    last_payment: lastPaymentOf(entries, as_of),
  };
};

/** Reversed and returned ones are none. */
const lastPaymentOf = (entries: readonly Entry[], as_of: string): Entry | null => {
  const past = entries.filter(({ effective_on }) => effective_on <= as_of);
  const undone = new Set(
    past.flatMap(({ kind, source_id }) => (kind === 'reversal' || kind === 'return' ? source_id : [])),
  );
  const payments = past.filter(({ id, kind }) => kind === 'payment' && !undone.has(id));
  return payments.reduce<Entry | null>(
    (last, one) => (last === null || one.effective_on > last.effective_on ? one : last),
    null,
  );
};
