import type Stripe from 'stripe';
import type { Effect } from '../../schema/outbox.ts';
import type { Subscription } from '../../schema/tables/billing.ts';
import type { Deps } from '../deps.ts';
import { drainOutbox } from '../jobs/outbox.ts';
import { openStripe } from '../stripe/client.ts';
import { idOf, type StripeRef } from '../stripe/shapes.ts';
import type { WebhookHandler, WebhookResult } from '../stripe/webhooks.ts';
import { planMailEffect } from './plan-mails.ts';
import { refreshSubscription } from './refresh.ts';

const subscriptionResult = async (
  deps: Deps,
  customer: StripeRef,
  subscription: StripeRef,
  mailOf: (row: Subscription) => Effect | undefined = () => undefined,
): Promise<WebhookResult | null> => {
  const [customerId, id] = [idOf(customer), idOf(subscription)];
  if (!customerId || !id) return null;
  const row = await refreshSubscription(deps, await openStripe(deps.config), {
    customer: customerId,
    subscription: id,
  });
  if (!row) return null;
  const mail = row.stripe_subscription_id === id ? mailOf(row) : undefined;
  return {
    hoa_id: row.hoa_id,
    run: async (tx) => {
      if (mail) tx.after(mail);
    },
    afterCommit: () => deps.waitUntil(drainOutbox(deps, { hoa_id: row.hoa_id })),
  };
};

const subscription: WebhookHandler = (deps, { data }) => {
  const { id, customer } = data.object as Stripe.Subscription;
  return subscriptionResult(deps, customer, id);
};

const trialWillEnd: WebhookHandler = (deps, { data }) => {
  const { id, customer } = data.object as Stripe.Subscription;
  return subscriptionResult(deps, customer, id, ({ status, plan, trial_end }) =>
    status === 'trialing' ? planMailEffect('trial-ending', `${id}/${trial_end}`, { plan, trial_end }) : undefined,
  );
};

const invoice: WebhookHandler = (deps, { data }) => {
  const { customer, parent } = data.object as Stripe.Invoice;
  return subscriptionResult(deps, customer, parent?.subscription_details?.subscription);
};

/** Stripe retries a failed charge for days; the superadmins get one mail per bill. */
const paymentFailed: WebhookHandler = (deps, { data }) => {
  const { id, customer, parent } = data.object as Stripe.Invoice;
  return subscriptionResult(deps, customer, parent?.subscription_details?.subscription, ({ status, plan }) =>
    status === 'past_due' ? planMailEffect('past-due', String(id), { plan }) : undefined,
  );
};

export const subscriptionCheckout: WebhookHandler = (deps, { data }) => {
  const { customer, subscription } = data.object as Stripe.Checkout.Session;
  return subscriptionResult(deps, customer, subscription);
};

export const billingHandlers: Record<string, WebhookHandler> = {
  'customer.subscription.created': subscription,
  'customer.subscription.updated': subscription,
  'customer.subscription.deleted': subscription,
  'customer.subscription.paused': subscription,
  'customer.subscription.resumed': subscription,
  'customer.subscription.trial_will_end': trialWillEnd,
  'invoice.paid': invoice,
  'invoice.payment_failed': paymentFailed,
  'invoice.payment_action_required': paymentFailed,
};
