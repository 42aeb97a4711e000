import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';

/** True for fees and fines; anything that is owed can be written off. */
export const canBeWaived = ({ kind, category }: Pick<Entry, 'kind' | 'category'>): boolean =>
  kind === 'late_fee' || kind === 'interest' || (kind === 'charge' && WAIVED.includes(category ?? ''));
const WAIVED: readonly string[] = ['returned_payment_fee', 'fine', 'collection_cost'];

export const isDebit = ({ kind, amount_cents }: Pick<Entry, 'kind' | 'amount_cents'>): boolean =>
  DEBITS.includes(kind) && amount_cents > 0;
const DEBITS: readonly string[] = ['charge', 'late_fee', 'interest', 'opening', 'transfer'];

/** True for the kinds that take from a credit or undo an entry, and so may open what was covered. */
export const takesBack = ({ kind }: Pick<Entry, 'kind'>): boolean => TAKING_BACK.includes(kind);
const TAKING_BACK: readonly string[] = ['return', 'refund', 'reversal'];

/** The ids of the entries that were reversed. */
export const reversedIds = (
  entries: readonly Pick<Entry, 'kind' | 'source_id'>[],
): ReadonlySet<string | null | undefined> =>
  new Set(entries.flatMap(({ kind, source_id }) => (kind === 'reversal' ? [source_id] : [])));

/** The reversal of an entry among those of its account. */
export const reversalOf = (entries: readonly Entry[], id: string): Entry | undefined =>
  entries.find(({ kind, source_id }) => kind === 'reversal' && source_id === id);

/** The entries of these kinds that follow an entry and are not reversed, oldest first. */
export const followUpsOf = (entries: readonly Entry[], id: string, kinds: readonly string[]): Entry[] => {
  const reversed = reversedIds(entries);
  return entries
    .filter((entry) => entry.source_id === id && kinds.includes(entry.kind) && !reversed.has(entry.id))
    .sort((a, b) => (a.posted_at < b.posted_at ? -1 : 1));
};

/** Cents that are left of a payment or credit after its returns and refunds; nothing of one that was reversed. */
export const leftOf = (source: Pick<Entry, 'id' | 'amount_cents'>, entries: readonly Entry[]): number =>
  reversalOf(entries, source.id)
    ? 0
    : followUpsOf(entries, source.id, ['return', 'refund']).reduce(
        (left, { amount_cents }) => left - amount_cents,
        -source.amount_cents,
      );

type Moved = Pick<Payment, 'kind' | 'recorded_by'>;

/** Why an entry cannot be reversed by hand: the payment service moved the money of its `payment` and reports what becomes of it.
 * Undefined where it can be. */
export const whyNotReversed = ({ kind }: Pick<Entry, 'kind'>, payment: Moved | undefined): string | undefined => {
  const isOnline = payment?.kind === 'charge' || (payment?.kind === 'refund' && payment.recorded_by === null);
  if (!isOnline) return undefined;
  if (kind === 'payment') return 'You can’t reverse an online payment. Refund it instead.';
  return `The payment service reported this ${kind}, so it can’t be reversed.`;
};
