import type { Config } from '../deps.ts';

/** Stripe's price of a foreign card in the United States; no card payment in US dollars costs more. */
const DEFAULT_CEILING = { percent: 4.4, fixed_cents: 30 };

/** The most that Stripe may take for a payment, whatever its method. It is what a checkout reserves as application fee;
 * what Stripe did not take is given back (settle-payment.ts). In cents, never more than `amount_cents`. */
export const reservedFee = ({ stripe }: Config, amount_cents: number): number => {
  const { percent, fixed_cents } = stripe.feeCeiling ?? DEFAULT_CEILING;
  return Math.min(amount_cents, Math.ceil((amount_cents * Math.round(percent * 100)) / 10_000) + fixed_cents);
};
