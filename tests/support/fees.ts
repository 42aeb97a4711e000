import type { EntryRule } from '../../schema/ledger.ts';
import type { PolicySettings } from '../../schema/policy-inputs.ts';
import type { Entry, Policy } from '../../schema/tables/ledger.ts';
import type { FeeBooks } from '../../sync/ledger/fees/books.ts';
import { dueFees } from '../../sync/ledger/fees/due.ts';

export type LateFee = PolicySettings['late_fee'];

/** $25 once, 10 days after the due date. */
export const FLAT: LateFee = {
  enabled: true,
  grace_days: 10,
  amount: 'flat',
  flat_cents: 2500,
  percent_basis_points: null,
  cap_cents: null,
  repeat: 'once',
  times: 1,
  least_open_cents: 100,
  categories: ['assessment', 'special_assessment', 'fine', 'other'],
  authority: null,
};
export const MONTHLY: LateFee = { ...FLAT, repeat: 'monthly', times: 3 };
/** 12 % a year from 30 days after the due date. */
export const INTEREST: PolicySettings['interest'] = {
  enabled: true,
  annual_basis_points: 1200,
  start_days: 30,
  authority: null,
};

export const rule = (settings: object, more: Partial<Policy> = {}): Policy => ({
  id: `rule-${more.kind ?? 'late_fee'}-${more.starts_on ?? ''}`,
  hoa_id: '',
  rev: 1,
  kind: 'late_fee',
  starts_on: '2020-01-01',
  settings,
  made_by: null,
  made_by_name: null,
  made_at: '2020-01-01T12:00:00.000Z',
  ...more,
});
export const interestRule = (settings: object = INTEREST, more: Partial<Policy> = {}) =>
  rule(settings, { kind: 'interest', ...more });

/** An entry of account `a`, posted on the day from which it counts. */
export const put = (id: string, kind: Entry['kind'], on: string, cents: number, more: Partial<Entry> = {}): Entry => ({
  hoa_id: '',
  rev: 1,
  account_id: 'a',
  category: null,
  due_on: null,
  fund: null,
  invoice_id: null,
  payment_id: null,
  source_id: null,
  pins: null,
  rule: null,
  memo: null,
  note: null,
  reason: null,
  made_by: null,
  made_by_name: null,
  batch_id: null,
  kind,
  amount_cents: cents,
  effective_on: on,
  posted_at: `${on}T12:00:00.000Z`,
  ...more,
  id: `a.${id}`,
});
export const dues = (id: string, due_on: string, cents = 10_000, more: Partial<Entry> = {}) =>
  put(id, 'charge', due_on, cents, { category: 'assessment', due_on, memo: 'Dues', ...more });
export const paid = (id: string, on: string, cents = 10_000, more: Partial<Entry> = {}) =>
  put(id, 'payment', on, -cents, { payment_id: id, ...more });
export const returned = (id: string, on: string, source: string, cents = 10_000) =>
  put(id, 'return', on, cents, { source_id: `a.${source}`, reason: 'Insufficient funds' });

export const booksOf = (entries: readonly Entry[], more: Partial<FeeBooks> = {}): FeeBooks => ({
  account: { id: 'a', status: 'open', closed_on: null, fees_off_until: null, fees_through: null },
  payments: [],
  disputes: [],
  plans: [],
  ...more,
  entries,
});
export const withAccount = (account: Partial<FeeBooks['account']>) => ({
  account: { ...booksOf([]).account, ...account },
});

export const dayOf = (instant: string): string => instant.slice(0, 10);

export const run = (
  books: FeeBooks,
  policies: readonly Policy[],
  today: string,
  from?: string,
): ReturnType<typeof dueFees> => dueFees(books, { policies, dayOf }, { today, ...(from !== undefined && { from }) });

/** The entries that a run posts, as 'day cents'. */
export const posts = (...args: Parameters<typeof run>): string[] =>
  run(...args).entries.map(({ effective_on, amount_cents }) => `${effective_on} ${amount_cents}`);

/** The amount that the rule of a late fee gives, from its own numbers alone: percents round half up, and a cap counts the fees
 * before. */
export const lateFeeByRule = ({
  open_cents,
  percent_bp,
  flat_cents,
  cap_cents,
  earlier_cents,
  formula,
}: EntryRule): number => {
  const result = formula === 'percent' ? halfUp(Number(open_cents) * Number(percent_bp), 10_000) : Number(flat_cents);
  return cap_cents === null ? result : Math.max(0, Math.min(result, Number(cap_cents) - Number(earlier_cents)));
};

/** The amount that the rule of an interest entry gives: simple interest of actual days, a year of 365. */
export const interestByRule = ({ base_cents, rate_bp, days }: EntryRule): number =>
  halfUp(Number(base_cents) * Number(rate_bp) * Number(days), 3_650_000);

const halfUp = (value: number, by: number): number => {
  const [twice, whole] = [BigInt(value) * 2n, BigInt(by)];
  return Number((twice + whole) / (whole * 2n));
};
