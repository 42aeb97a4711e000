import type { LateFeeSettings } from './slots.ts';

const WHOLE = 10_000;
const DAYS_IN_YEAR = 365;

/** Rounds half up. All are integers below 2^53. */
const divided = (cents: number, by: number): number => Math.floor((2 * cents + by) / (2 * by));

type LateFee = { formula: 'flat' | 'percent'; result_cents: number; amount_cents: number };

/** The late fee on what is open. `earlier_cents` are the fees on the charge before it, which the cap counts. */
export const lateFeeOn = (
  { amount, flat_cents, percent_basis_points, cap_cents }: LateFeeSettings,
  { open_cents, earlier_cents }: { open_cents: number; earlier_cents: number },
): LateFee => {
  const flat = { formula: 'flat', result_cents: flat_cents ?? 0 } as const;
  const percent = { formula: 'percent', result_cents: percentOf(open_cents, percent_basis_points ?? 0) } as const;
  const isFlat =
    amount === 'flat' ||
    (amount === 'greater' && flat.result_cents >= percent.result_cents) ||
    (amount === 'lesser' && flat.result_cents <= percent.result_cents);
  const fee = isFlat ? flat : percent;
  return { ...fee, amount_cents: capped(fee.result_cents, cap_cents ?? null, earlier_cents) };
};

const percentOf = (cents: number, basisPoints: number): number => divided(cents * basisPoints, WHOLE);

const capped = (cents: number, cap_cents: number | null, earlier_cents: number): number =>
  cap_cents === null ? cents : Math.max(0, Math.min(cents, cap_cents - earlier_cents));

/** Simple interest for days on which the same was open: actual days, a year of 365. `rate_bp` is that of a year. */
export const interestOn = (base_cents: number, rate_bp: number, days: number): number =>
  Number((BigInt(base_cents) * BigInt(rate_bp * days * 2) + BASE) / (BASE * 2n));
const BASE = BigInt(WHOLE * DAYS_IN_YEAR);
