import { type Context, find } from '../core/context.ts';
import { invalidRequest } from '../core/errors.ts';
import { mergeMetadata } from '../core/params.ts';
import { paymentMethod } from '../payments/payment-methods.ts';
import { collectInvoice } from './collect-invoice.ts';
import { NO_DETAILS, planOf } from './default-subscription.ts';
import { newInvoice } from './new-invoice.ts';
import { recurringPrice } from './new-subscription.ts';
import { prorate } from './proration.ts';
import { changeSubscription } from './subscription-changes.ts';
import { startPeriod } from './subscription-jobs.ts';
import { isOver, itemOf, type Subscription, type SubscriptionItem } from './subscription-rows.ts';
import type { Details, UpdateInput } from './subscription-shapes.ts';
import { futureTrial, trialSettingsOf } from './subscription-trials.ts';

/** Changes a subscription: https://docs.stripe.com/api/subscriptions/update */
export const updateSubscription = (ctx: Context, id: string, input: UpdateInput): Subscription => {
  const old = find(ctx, 'subscriptions', id);
  if (isOver(old)) checkEnded(input);
  const item = changedItem(ctx, old, input);
  const changes = { ...settingsOf(ctx, old, input), ...endOf(ctx, old, input) };
  const trial_end = input.trial_end;
  const isNewPrice = item.price.id !== itemOf(old).price.id || item.quantity !== itemOf(old).quantity;
  const behavior = input.proration_behavior ?? 'create_prorations';
  const prorates = isNewPrice && ['active', 'past_due'].includes(old.status) && behavior !== 'none';
  if (prorates) prorate(ctx, old, item, input.proration_date);
  const items = { ...old.items, data: [item] };
  if (trial_end === 'now') return endTrial(ctx, old, { ...changes, items });
  const trial = trial_end === undefined ? {} : movedTrial(ctx, old, item, trial_end);
  const row = changeSubscription(ctx, id, { ...changes, items, ...trial });
  return prorates && behavior === 'always_invoice' ? invoiceNow(ctx, row) : row;
};

const checkEnded = (input: UpdateInput): void => {
  const forbidden = Object.keys(input).find((name) => !['cancellation_details', 'metadata'].includes(name));
  if (forbidden) throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
};

const changedItem = (ctx: Context, old: Subscription, { items = [] }: UpdateInput): SubscriptionItem => {
  const item = itemOf(old);
  const [wanted, ...more] = items;
  if (!wanted) return item;
  if (more.length > 0 || !wanted.id) throw invalidRequest('This emulator serves subscriptions of one item.', 'items');
  if (wanted.id !== item.id) throw invalidRequest(`No such subscription item: '${wanted.id}'`, 'items[0][id]');
  const price = wanted.price ? recurringPrice(ctx, wanted.price, 'items[0][price]') : item.price;
  if (price.recurring?.interval !== item.price.recurring?.interval)
    throw invalidRequest('This emulator does not change the interval of a subscription.', 'items[0][price]');
  return { ...item, price, plan: planOf(price), quantity: wanted.quantity ?? item.quantity };
};

const settingsOf = (ctx: Context, old: Subscription, input: UpdateInput): Partial<Subscription> => {
  const method = input.default_payment_method;
  return {
    metadata: mergeMetadata(old.metadata, input.metadata),
    ...(input.description !== undefined && { description: input.description }),
    ...(method === null && { default_payment_method: null }),
    ...(method && { default_payment_method: owned(ctx, old, method) }),
    ...(input.payment_settings && { payment_settings: { ...old.payment_settings!, ...input.payment_settings } }),
    ...(input.trial_settings && { trial_settings: trialSettingsOf(input) }),
  };
};

/** A payment method of the subscription's customer. Throws for another's. */
const owned = (ctx: Context, { customer }: Subscription, id: string): string => {
  const method = paymentMethod(ctx, id, 'default_payment_method');
  if (method.customer === customer) return method.id;
  const message = `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`;
  throw invalidRequest(message, 'default_payment_method', 'resource_missing');
};

const endOf = (ctx: Context, old: Subscription, input: UpdateInput): Partial<Subscription> => {
  const details = { ...NO_DETAILS, ...old.cancellation_details };
  const said = detailsOf(details, input.cancellation_details);
  if (input.cancel_at_period_end === undefined && input.cancel_at === undefined) return { cancellation_details: said };
  if (old.schedule) throw invalidRequest(managed(old.schedule), 'cancel_at_period_end');
  if (input.cancel_at_period_end && input.cancel_at)
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', 'cancel_at');
  const cancel_at = input.cancel_at_period_end ? itemOf(old).current_period_end : (input.cancel_at ?? null);
  if (cancel_at === null) {
    const none = { cancel_at: null, cancel_at_period_end: false, canceled_at: null };
    return { ...none, cancellation_details: { ...said, reason: null } };
  }
  return {
    cancel_at,
    cancel_at_period_end: input.cancel_at_period_end ?? false,
    canceled_at: old.canceled_at ?? ctx.clock.now(),
    cancellation_details: { ...said, reason: 'cancellation_requested' },
  };
};

export const detailsOf = (old: typeof NO_DETAILS | object, changes: Details | undefined) =>
  ({ ...NO_DETAILS, ...old, ...changes }) as NonNullable<Subscription['cancellation_details']>;

const managed = (schedule: string) =>
  `The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`;

const endTrial = (ctx: Context, old: Subscription, changes: Partial<Subscription>): Subscription => {
  if (old.status !== 'trialing') return changeSubscription(ctx, old.id, changes);
  const now = ctx.clock.now();
  changeSubscription(ctx, old.id, { ...changes, trial_end: now });
  return startPeriod(ctx, old.id, now, { billing_cycle_anchor: now });
};

const movedTrial = (ctx: Context, old: Subscription, item: SubscriptionItem, until: number): Partial<Subscription> => {
  const trial_end = futureTrial(until, ctx.clock.now());
  return {
    billing_cycle_anchor: trial_end,
    items: { ...old.items, data: [{ ...item, current_period_end: trial_end }] },
    status: 'trialing',
    trial_end,
    trial_start: old.trial_start ?? ctx.clock.now(),
  };
};

const invoiceNow = (ctx: Context, { id }: Subscription): Subscription => {
  const invoice = newInvoice(ctx, find(ctx, 'subscriptions', id), 'subscription_update', { period: false });
  changeSubscription(ctx, id, { latest_invoice: invoice.id });
  collectInvoice(ctx, invoice.id);
  return find(ctx, 'subscriptions', id);
};
