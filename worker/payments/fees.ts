import type { OnlineMethod } from '../../schema/paying.ts';
import type { Policy } from '../../schema/tables/ledger.ts';
import { policyOn } from '../../sync/policies/rules.ts';
import type { Config, Prices } from '../deps.ts';

/** Stripe's list prices in the United States. */
const LIST_PRICES: Prices = {
  card: { basis_points: 290, fixed_cents: 30, most_cents: null },
  us_bank_account: { basis_points: 80, fixed_cents: 0, most_cents: 500 },
};

/** About what Stripe takes for a payment of `amount_cents`, in cents, rounded half up. Payments whose method is not known
 * yet cost what cards do. */
export const estimatedFee = (
  { stripe }: Pick<Config, 'stripe'>,
  method: OnlineMethod | null,
  amount_cents: number,
): number => {
  const { basis_points, fixed_cents, most_cents } = { ...LIST_PRICES, ...stripe.prices }[method ?? 'card'];
  const fee = Math.floor((amount_cents * basis_points + 5_000) / 10_000) + fixed_cents;
  return Math.min(fee, most_cents ?? fee, amount_cents);
};

/** The payer's part of the price on a day, in cents, the same for each method. */
export const onlineFeeOn = (policies: readonly Policy[], day: string): number => {
  const settings = policyOn(policies, 'online_fee', day)?.settings;
  return settings?.bearer === 'payer_flat' ? (settings.flat_cents ?? 0) : 0;
};
