import type Stripe from 'stripe';
import { openStripe } from '../stripe/client.ts';
import { idOf } from '../stripe/shapes.ts';
import type { WebhookHandler } from '../stripe/webhooks.ts';
import { accountResult, deauthorizedResult } from './accounts.ts';
import { checkoutResult, paymentResult } from './charges.ts';

export const invoiceCheckout: WebhookHandler = async (deps, { data }) =>
  checkoutResult(deps, await openStripe(deps.config), (data.object as Stripe.Checkout.Session).id);

const payment: WebhookHandler = async (deps, { data }) => {
  const id = idOf((data.object as Stripe.Charge | Stripe.Refund | Stripe.Dispute).payment_intent);
  return id === undefined ? null : paymentResult(deps, await openStripe(deps.config), id);
};

/** Stripe reports a charge's fee later than the charge. */
const charge: WebhookHandler = async (deps, event) =>
  isOfHoa(event.data.object as Stripe.Charge) ? payment(deps, event) : null;

const intent: WebhookHandler = async (deps, { data }) => {
  const object = data.object as Stripe.PaymentIntent;
  return isOfHoa(object) ? paymentResult(deps, await openStripe(deps.config), object.id) : null;
};

const isOfHoa = ({ metadata }: { metadata: Stripe.Metadata }): boolean =>
  metadata.account_id !== undefined || metadata.invoice_id !== undefined;

const account: WebhookHandler = async (deps, { data }) =>
  accountResult(deps, await openStripe(deps.config), (data.object as Stripe.Account).id);

/** Its object is our own application; which account has left stands in the event. */
const deauthorized: WebhookHandler = async (deps, { account: id }) => (id ? deauthorizedResult(deps, id) : null);

export const paymentHandlers: Record<string, WebhookHandler> = {
  'payment_intent.processing': intent,
  'payment_intent.succeeded': intent,
  'payment_intent.payment_failed': intent,
  'charge.updated': charge,
  'charge.refunded': payment,
  'refund.created': payment,
  'refund.updated': payment,
  'refund.failed': payment,
  'charge.dispute.created': payment,
  'charge.dispute.updated': payment,
  'charge.dispute.funds_withdrawn': payment,
  'charge.dispute.funds_reinstated': payment,
  'charge.dispute.closed': payment,
  'account.updated': account,
  'account.application.deauthorized': deauthorized,
};
