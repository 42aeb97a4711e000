import type { Entry } from '../../schema/tables/ledger.ts';
import { type Ageing, delinquentOf, oldestDueOf } from './ageing.ts';
import { dueFigures } from './fold.ts';
import type { FoldEntry, OpenFold } from './types.ts';

/** An account with something more than 30 days past due by its own day, whatever plan it is on. */
export type Delinquency<P> = {
  delinquent_cents: number;
  overdue_cents: number;
  balance_cents: number;
  oldest_due_on: string;
  /** The last payment that stands as of the day. */
  last_payment: P | null;
};

/** Null for an account that is not delinquent as of the day of the fold. */
export const delinquencyOf = <P>(
  { fold, ageing, lastPayment }: { fold: OpenFold<FoldEntry>; ageing: Ageing; lastPayment(): P | null },
  as_of: string,
): Delinquency<P> | null => {
  const delinquent_cents = delinquentOf(ageing);
  const oldest_due_on = oldestDueOf(fold);
  if (delinquent_cents === 0 || oldest_due_on === null) return null;
  const { overdue_cents } = dueFigures(fold.open, as_of);
  return { delinquent_cents, overdue_cents, balance_cents: ageing.balance, oldest_due_on, last_payment: lastPayment() };
};

type Paid = Pick<Entry, 'id' | 'kind' | 'effective_on' | 'source_id'>;

/** Reversed and returned ones are none. */
export const lastPaymentOf = <E extends Paid>(entries: readonly E[], as_of: string): E | null => {
  const past = entries.filter(({ effective_on }) => effective_on <= as_of);
  const undone = new Set(
    past.flatMap(({ kind, source_id }) => (kind === 'reversal' || kind === 'return' ? source_id : [])),
  );
  const payments = past.filter(({ id, kind }) => kind === 'payment' && !undone.has(id));
  return payments.reduce<E | null>(
    (last, one) => (last === null || one.effective_on > last.effective_on ? one : last),
    null,
  );
};
