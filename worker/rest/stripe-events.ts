import type Stripe from 'stripe';
import { billingHandlers, subscriptionCheckout } from '../billing/webhooks.ts';
import { invoiceCheckout, paymentHandlers } from '../payments/webhooks.ts';
import { alertOperator } from '../services/operator.ts';
import { handleEvent, verifyEvent, type WebhookHandler } from '../stripe/webhooks.ts';
import { handler } from './query.ts';
import type { Route } from './route.ts';

const checkout: WebhookHandler = (deps, event) => {
  const { mode } = event.data.object as Stripe.Checkout.Session;
  return mode === 'subscription' ? subscriptionCheckout(deps, event) : invoiceCheckout(deps, event);
};

const webhookHandlers: Record<string, WebhookHandler> = {
  'checkout.session.completed': checkout,
  'checkout.session.async_payment_succeeded': checkout,
  'checkout.session.async_payment_failed': checkout,
  'checkout.session.expired': checkout,
  ...paymentHandlers,
  ...billingHandlers,
};

/** The signature is the only authentication: 400 without it. After a 500 Stripe sends the event again. */
export const stripeEventRoutes: readonly Route[] = [
  handler('POST /api/webhooks/stripe', {
    ...{ tag: 'Operation', access: 'anyone' },
    errors: [400],
    summary: 'Events of Stripe',
    notes: 'Signed by Stripe.',
    answers: { 200: 'received' },
    handle: async ({ c, deps }) => {
      const event = await verifyEvent(deps, await c.req.text(), c.req.header('stripe-signature') ?? '');
      try {
        await handleEvent(deps, event, webhookHandlers);
      } catch (cause) {
        deps.metrics.count('webhook_failures', { provider: 'stripe', type: event.type });
        await alertOperator(deps, 'webhook_failed', [`The Stripe event ${event.type} ${event.id}.`]);
        // Stripe cannot act on a Refusal, so it is logged and retried like any other error.
        throw new Error(`${event.type} ${event.id} could not be handled`, { cause });
      }
      return { received: true };
    },
  }),
];
