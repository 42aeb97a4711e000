import type Stripe from 'stripe';
import { openStripe } from '../stripe/client.ts';
import { idOf } from '../stripe/shapes.ts';
import type { WebhookHandler } from '../stripe/webhooks.ts';
import { accountResult } from './accounts.ts';
import { checkoutResult, refundResult } from './charges.ts';

export const invoiceCheckout: WebhookHandler = async (deps, { data }) =>
  checkoutResult(deps, await openStripe(deps.config), (data.object as Stripe.Checkout.Session).id);

const refund: WebhookHandler = async (deps, { data }) => {
  const id = idOf((data.object as Stripe.Charge | Stripe.Refund).payment_intent);
  return id === undefined ? null : refundResult(deps, await openStripe(deps.config), id);
};

const account: WebhookHandler = async (deps, { data }) =>
  accountResult(deps, await openStripe(deps.config), (data.object as Stripe.Account).id);

export const paymentHandlers: Record<string, WebhookHandler> = {
  'charge.refunded': refund,
  'refund.created': refund,
  'refund.updated': refund,
  'refund.failed': refund,
  'account.updated': account,
};
