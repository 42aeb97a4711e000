import type { PolicySettings } from '../../../schema/policy-inputs.ts';
import { hundredthsOf, hundredthsOrNull, toNumber, typedHundredths } from '../../forms/numbers.ts';

export type LateFee = PolicySettings['late_fee'];

/** Amounts, percents and numbers stay as typed. */
export type LateFeeValues = Record<
  'grace_days' | 'flat_cents' | 'percent_basis_points' | 'cap_cents' | 'times' | 'least_open_cents',
  string
> &
  Pick<LateFee, 'enabled' | 'amount' | 'repeat'> & { categories: string[]; authority: string; starts_on: string };

/** The choice of most associations; the board changes it to suit its documents. */
export const PROPOSED_LATE_FEE: LateFee = {
  enabled: true,
  grace_days: 15,
  amount: 'flat',
  flat_cents: 2500,
  percent_basis_points: null,
  cap_cents: null,
  repeat: 'once',
  times: 12,
  least_open_cents: 100,
  categories: ['assessment', 'special_assessment'],
  authority: '',
};

export const lateFeeValues = (settings: LateFee, today: string): LateFeeValues => ({
  enabled: settings.enabled,
  grace_days: String(settings.grace_days),
  amount: settings.amount,
  flat_cents: typedHundredths(settings.flat_cents),
  percent_basis_points: typedHundredths(settings.percent_basis_points, true),
  cap_cents: typedHundredths(settings.cap_cents),
  repeat: settings.repeat,
  times: String(settings.repeat === 'once' ? PROPOSED_LATE_FEE.times : settings.times),
  least_open_cents: typedHundredths(settings.least_open_cents),
  categories: settings.categories,
  authority: settings.authority ?? '',
  starts_on: today,
});

/** The settings as they are sent; what the chosen amount does not use is left out. */
export const lateFeeSettings = (values: LateFeeValues): Record<keyof LateFee, unknown> => ({
  enabled: values.enabled,
  grace_days: toNumber(values.grace_days),
  amount: values.amount,
  flat_cents: values.amount === 'percent' ? null : hundredthsOf(values.flat_cents),
  percent_basis_points: values.amount === 'flat' ? null : hundredthsOf(values.percent_basis_points),
  cap_cents: hundredthsOrNull(values.cap_cents),
  repeat: values.repeat,
  times: values.repeat === 'once' ? 1 : toNumber(values.times),
  least_open_cents: hundredthsOf(values.least_open_cents),
  categories: values.categories,
  authority: values.authority,
});
