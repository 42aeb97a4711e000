import { invalidRequest } from '../core/errors.ts';
import type { CreateInput } from './subscription-shapes.ts';

const DAY = 24 * 3600;
const TWO_YEARS = 730;

/** The end of a trial without a card; by default Stripe creates an invoice. */
export const trialSettingsOf = ({ trial_settings }: Pick<CreateInput, 'trial_settings'>) => ({
  end_behavior: {
    billing_cycle_anchor: null,
    missing_payment_method: trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
  },
});

/** When a new subscription's trial ends; null without one. Throws for both ways to say it, or one too long. */
export const trialEndOf = ({ trial_end, trial_period_days: days }: CreateInput, now: number): number | null => {
  if (trial_end !== undefined && days !== undefined)
    throw invalidRequest(
      'You may only specify one of these parameters: trial_end, trial_period_days.',
      'trial_period_days',
    );
  if (days !== undefined && (days < 0 || days > TWO_YEARS))
    throw invalidRequest('The maximum number of trial period days is 730 (2 years).', 'trial_period_days');
  if (typeof trial_end === 'number') return futureTrial(trial_end, now);
  return days ? now + days * DAY : null;
};

/** The end of a trial. Throws unless it lies ahead. */
export const futureTrial = (trial_end: number, now: number): number => {
  if (trial_end > now) return trial_end;
  throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end');
};
