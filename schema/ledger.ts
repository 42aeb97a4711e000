export const ENTRY_KINDS = [
  'charge',
  'late_fee',
  'interest',
  'opening',
  'payment',
  'return',
  'refund',
  'credit',
  'waiver',
  'write_off',
  'transfer',
  'reversal',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export const CATEGORIES = [
  'assessment',
  'special_assessment',
  'fine',
  'returned_payment_fee',
  'collection_cost',
  'attorney_fee',
  'late_fee',
  'interest',
  'other',
] as const;
export type Category = (typeof CATEGORIES)[number];

export const FUNDS = ['operating', 'reserve'] as const;
export type Fund = (typeof FUNDS)[number];

export const ACCOUNT_STATUSES = ['open', 'closed'] as const;
export const DEPOSIT_STATUSES = ['open', 'closed'] as const;
export const HOLDERS_LIMIT = 6;

export const MEMO_LIMIT = 200;
export const ENTRY_NOTE_LIMIT = 500;
export const REASON = { min: 3, max: 200 };

/** Part of a credit that is reserved for one debit of the same account. */
export type Pin = { debit_id: string; amount_cents: number };

/** The numbers that made an entry, such as a late fee's; what they mean depends on its kind. */
export type EntryRule = Record<string, string | number | null>;
