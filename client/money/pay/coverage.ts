import type { Pin } from '../../../schema/ledger.ts';
import type { Entry, Policy } from '../../../schema/tables/ledger.ts';
import { pendingPayment } from '../../../sync/ledger/entries.ts';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import { fold } from '../../../sync/ledger/fold.ts';
import { changedCredits } from '../../../sync/ledger/folds.ts';
import type { AccountBooks } from '../accounts.ts';

/** The charges that a payment would cover if it were recorded now, before it is. `moved` counts later payments that would then cover
 * something else (ALLO-11). */
export type Coverage = { lines: { id: string; title: string; cents: number }[]; credit_cents: number; moved: number };

type Planned = { account_id: string; cents: number; on: string; pins: Pin[] };

const PREVIEW = '~preview';

export const coverageOf = (
  books: AccountBooks,
  policies: readonly Policy[],
  payment: Planned,
  today: string,
): Coverage => {
  const options = { policies, plans: books.plans, as_of: today };
  const before = fold(books.list, options);
  const preview = previewOf(payment);
  const after = fold([...books.list, preview], options);
  const credit = after.credits.get(preview.id);
  const lines = (credit?.covers ?? []).map(({ debit_id, cents }) => {
    const entry = books.entries.get(debit_id);
    return { id: debit_id, title: entry ? titleOf(entry, books) : '', cents };
  });
  return { lines, credit_cents: credit?.left_cents ?? 0, moved: changedCredits(before, after).length };
};

const previewOf = ({ account_id, cents, on, pins }: Planned): Entry =>
  pendingPayment(account_id, { id: PREVIEW, cents, on, pins: pins.length > 0 ? pins : null });
