import { CATEGORIES, type Category } from './ledger.ts';

export const DUE_FREQUENCIES = ['one_time', 'monthly', 'quarterly', 'half_yearly', 'yearly'] as const;
export type DueFrequency = (typeof DUE_FREQUENCIES)[number];
export const DUE_REASONS = ['dues', 'other'] as const;
/** A due bills every home, every home but those of `excluded` people, or the people in `recipients`. */
export const RECIPIENT_RULES = ['every_home', 'except', 'listed'] as const;
export type RecipientRule = (typeof RECIPIENT_RULES)[number];
export const DUE_STATUSES = ['active', 'inactive'] as const;
/** The kinds of its charges: fees and interest follow from rules. */
export const DUE_CATEGORIES: readonly Category[] = CATEGORIES.filter(
  (category) => category !== 'late_fee' && category !== 'interest',
);
/** Months from one period to the next. */
export const MONTHS_BETWEEN: Record<DueFrequency, number> = {
  one_time: 0,
  monthly: 1,
  quarterly: 3,
  half_yearly: 6,
  yearly: 12,
};
export const DUE_TITLE_LIMIT = 100;
export const DUE_DESCRIPTION_LIMIT = 200;
/** Days from the send date to the due date. */
export const DUE_DATE_OFFSET = { min: 0, default: 7, max: 90 };
/** Cents; Stripe's maximum for one charge. */
export const AMOUNT_LIMIT = 99_999_999;

export function centsOf(dollars: number) {
  return Math.round(Number((dollars * 100).toFixed(4)));
}
