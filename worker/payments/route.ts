import type Stripe from 'stripe';

/** How money reaches an HOA: destination charges on behalf of its own account, less what the platform pays to Stripe
 * (https://docs.stripe.com/connect/destination-charges). Another charge model changes this file and worker/payments/webhooks.ts. */
export const route = (
  account_id: string,
  fee_cents: number,
): Pick<
  Stripe.Checkout.SessionCreateParams.PaymentIntentData,
  'on_behalf_of' | 'transfer_data' | 'application_fee_amount'
> => ({
  on_behalf_of: account_id,
  transfer_data: { destination: account_id },
  application_fee_amount: fee_cents,
});
