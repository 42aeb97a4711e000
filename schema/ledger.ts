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

export const ENTRY_NOT_FOUND = 'Entry not found.';
export const MEMO_LIMIT = 200;
export const ENTRY_NOTE_LIMIT = 500;
export const REASON = { min: 3, max: 200 };

/** Part of a credit that is reserved for one debit of the same account. */
export type Pin = { debit_id: string; amount_cents: number };

/** The run that made entries of the invoices and payments of before, as the board reads it. Sums are cents of invoices by
 * their status, before and after. Each list holds at most 200. */
export type LedgerOpening = {
  started_at: string;
  finished_at: string | null;
  before: InvoiceSums;
  after: (InvoiceSums & { accounts: number; balance_cents: number; credit_cents: number }) | null;
  /** Invoices that read pending, and that money of before covers wholly or in part. */
  covered: { invoice_id: string; open_cents: number }[];
  /** Credits that keep an invoice paid. */
  credits: { invoice_id: string; cents: number; reason: string }[];
  /** Payments that gave no entry, because the money went elsewhere. */
  elsewhere: string[];
  /** Accounts of one home that might be joined. */
  proposals: { address_id: string; account_ids: string[] }[];
  /** Users whose invoices could not be taken over. */
  failed: { user_id: string; reason: string }[];
};
export type InvoiceSums = { pending_cents: number; paid_cents: number; canceled_cents: number };

/** The numbers that made an entry, such as a late fee's; what they mean depends on its kind. */
export type EntryRule = Record<string, string | number | null>;

/** The rule of an opening entry whose import says that late fees apply to it. */
export const LATE_FEES_APPLY = { late_fees: 1 } as const satisfies EntryRule;
