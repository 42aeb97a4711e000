import type { Entry } from '../../schema/tables/ledger.ts';
import { leftOf, reversedIds } from './entry-status.ts';
import { byDay } from './order.ts';

/** `returned_cents` of it went back to the payer: the bank returned it, or the board refunded it. */
export type PaymentMade = { entry: Entry; cents: number; returned_cents: number };

/** The payments on one account, the newest first. One that was reversed was recorded by mistake: it was never made. */
export const paymentsMade = (entries: readonly Entry[]): PaymentMade[] => {
  const reversed = reversedIds(entries);
  return entries
    .filter(({ kind, id }) => kind === 'payment' && !reversed.has(id))
    .sort((a, b) => byDay(b, a))
    .map((entry) => ({
      entry,
      cents: -entry.amount_cents,
      returned_cents: -entry.amount_cents - leftOf(entry, entries),
    }));
};

/** Cents that were paid in a year ("2026") and not given back. */
export const paidIn = (year: string, payments: readonly PaymentMade[]): number =>
  payments
    .filter(({ entry }) => entry.effective_on.startsWith(year))
    .reduce((sum, { cents, returned_cents }) => sum + cents - returned_cents, 0);
