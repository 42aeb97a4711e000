import type Stripe from 'stripe';
import { invalid } from './errors.ts';
import type { SessionInput } from './portal-shapes.ts';
import { find, type World } from './world.ts';

/** One thing to do in the portal, and where to go after it: https://docs.stripe.com/customer-management/portal-deep-links */
export const flowOf = (
  world: World,
  { customer, flow_data }: SessionInput,
): Stripe.BillingPortal.Session.Flow | null => {
  if (!flow_data) return null;
  const { type, after_completion: after } = flow_data;
  const details = type === 'payment_method_update' ? undefined : flow_data[type];
  if (type !== 'payment_method_update') {
    if (!details) throw invalid(`Missing required param: flow_data[${type}].`, `flow_data[${type}]`);
    const param = `flow_data[${type}][subscription]`;
    const { customer: of } = find(world, 'subscriptions', details.subscription, param);
    if (of !== customer) throw invalid('The subscription belongs to another customer.', param);
  }
  const { subscription_cancel: cancel, subscription_update: update, subscription_update_confirm: confirm } = flow_data;
  const items = confirm?.items.map(({ id, price = null, quantity }) => ({ id, price, quantity }));
  return {
    after_completion: {
      hosted_confirmation: after?.hosted_confirmation
        ? { custom_message: after.hosted_confirmation.custom_message ?? null }
        : null,
      redirect: after?.redirect ?? null,
      type: after?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: cancel ? { retention: null, subscription: cancel.subscription } : null,
    subscription_pause: null,
    subscription_update: update ?? null,
    subscription_update_confirm: confirm
      ? { discounts: null, items: items!, subscription: confirm.subscription }
      : null,
    type,
  };
};
