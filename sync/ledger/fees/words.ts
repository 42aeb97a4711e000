import type { Category } from '../../../schema/ledger.ts';
import type { PolicySettings } from '../../../schema/policy-inputs.ts';
import type { Entry } from '../../../schema/tables/ledger.ts';
import { listInWords, moneyInWords, percentInWords } from '../../words.ts';
import { reversedIds } from '../entry-status.ts';

const NAMES: Partial<Record<Category, string>> = {
  assessment: 'dues',
  special_assessment: 'special assessments',
  fine: 'fines',
  other: 'other charges',
};

/** A late-fee rule in words, as boards, residents and mails read it. */
export const lateFeeInWords = (settings: PolicySettings['late_fee']): string => {
  const { enabled, grace_days, least_open_cents, cap_cents, categories } = settings;
  if (!enabled) return 'No late fees are charged.';
  const what = listInWords(categories.map((category) => NAMES[category] ?? category));
  const when = `when ${moneyInWords(Math.max(1, least_open_cents))} or more is unpaid ${daysInWords(grace_days)} after it was due`;
  return [
    `The late fee for ${what} is ${amountInWords(settings)} for each charge, ${when}${againInWords(settings)}.`,
    ...(cap_cents == null ? [] : [`Late fees on one charge never exceed ${moneyInWords(cap_cents)}.`]),
  ].join(' ');
};

const amountInWords = ({ amount, flat_cents, percent_basis_points }: PolicySettings['late_fee']): string => {
  const flat = moneyInWords(flat_cents ?? 0);
  const percent = `${percentInWords(percent_basis_points ?? 0)} of the unpaid balance`;
  if (amount === 'flat') return flat;
  if (amount === 'percent') return percent;
  return `the ${amount === 'greater' ? 'greater' : 'lesser'} of ${flat} and ${percent}`;
};

const againInWords = ({ repeat, times }: PolicySettings['late_fee']): string =>
  repeat === 'once' || times === 1 ? '' : `, and again each month after that, up to ${times} times in all`;

const daysInWords = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

export const interestInWords = ({ enabled, annual_basis_points, start_days }: PolicySettings['interest']): string =>
  enabled
    ? `Interest of ${percentInWords(annual_basis_points)} a year is charged on unpaid dues and special assessments from ${daysInWords(start_days)} after they are due. It is simple interest, posted monthly.`
    : 'No interest is charged.';

export const returnedFeeInWords = ({ enabled, first_cents, later_cents }: PolicySettings['returned_fee']): string => {
  if (!enabled) return 'No fee is charged for returned payments.';
  const first = `The fee for a payment returned for insufficient funds is ${moneyInWords(first_cents)}`;
  return first_cents === later_cents
    ? `${first}.`
    : `${first}, and ${moneyInWords(later_cents)} for each one after the first within 12 months.`;
};

/** How many waivers the holders of some accounts got in the year of `today`, those that were undone left out. `entries` are
 * those of all these accounts. */
export const waiversThisYear = (
  entries: Iterable<Pick<Entry, 'id' | 'kind' | 'effective_on' | 'source_id'>>,
  today: string,
): number => {
  const all = [...entries];
  const reversed = reversedIds(all);
  const year = today.slice(0, 4);
  return all.filter(
    ({ id, kind, effective_on }) => kind === 'waiver' && effective_on.startsWith(year) && !reversed.has(id),
  ).length;
};
