import type { Entry } from '../../../schema/tables/ledger.ts';
import { defineList } from '../../list.ts';
import { chosen } from '../../where.ts';

export const FEE_KINDS = ['late_fee', 'interest', 'returned', 'other'] as const;
type FeeKind = (typeof FEE_KINDS)[number];

/** A fee that is not paid; `text` is what it is searched in. */
type ListedFee = Pick<Entry, 'id' | 'effective_on'> & { kind: FeeKind; text: string };

type FeeQuery = { search?: string; kind?: readonly FeeKind[] };

/** The newest first. */
export const feeList = defineList<ListedFee, FeeQuery>({
  searchText: ({ text }) => text,
  filters: ({ kind }) => ({ kind: chosen(kind) }),
  order: () => [
    { column: 'effective_on', descending: true },
    { column: 'id', descending: true },
  ],
});

export const feeKindOf = ({ kind, category }: Pick<Entry, 'kind' | 'category'>): FeeKind => {
  if (kind === 'late_fee' || kind === 'interest') return kind;
  return category === 'returned_payment_fee' ? 'returned' : 'other';
};
