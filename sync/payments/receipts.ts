import type { Entry } from '../../schema/tables/ledger.ts';
import { type Fold, type FoldOptions, fold } from '../ledger/fold.ts';

/** `covered` is what the payment pays now; `balance_cents` the balance right after it, as it was known then. */
type Receipt = {
  entry: Entry;
  amount_cents: number;
  covered: { entry: Entry; cents: number; on: string }[];
  left_cents: number;
  balance_cents: number;
};

/** The figures of the receipt of a payment. `entries` are all of its account, `now` is their fold. */
export const receiptOf = (
  payment: Entry,
  entries: readonly Entry[],
  now: Fold<Entry>,
  rules: Pick<FoldOptions, 'policies' | 'plans'>,
): Receipt => {
  const credit = now.credits.get(payment.id);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const then = fold(entries, { ...rules, as_of: payment.effective_on, known_at: payment.posted_at });
  return {
    entry: payment,
    amount_cents: -payment.amount_cents,
    covered: (credit?.covers ?? []).flatMap(({ debit_id, cents, on }) => {
      const entry = byId.get(debit_id);
      return entry ? [{ entry, cents, on }] : [];
    }),
    left_cents: credit?.left_cents ?? 0,
    balance_cents: then.balance_cents,
  };
};
