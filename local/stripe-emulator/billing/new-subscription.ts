import type Stripe from 'stripe';
import { type Context, find } from '../core/context.ts';
import { invalidRequest } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { mergeMetadata } from '../core/params.ts';
import type { Price } from '../core/price.ts';
import { paymentMethod } from '../payments/payment-methods.ts';
import { newSetupIntent } from '../payments/setup-intents.ts';
import { collectInvoice, methodFor, settleInvoice } from './collect-invoice.ts';
import { BLANK, NO_DETAILS, newItem } from './default-subscription.ts';
import { newInvoice } from './new-invoice.ts';
import { changeSubscription, scheduleWork, TRIAL_NOTICE } from './subscription-changes.ts';
import { periodEnd } from './subscription-periods.ts';
import type { Subscription } from './subscription-rows.ts';
import type { CreateInput } from './subscription-shapes.ts';
import { trialEndOf, trialSettingsOf } from './subscription-trials.ts';

type Options = { id?: string; paid?: Stripe.PaymentIntent; ordered?: boolean };

/**
 * Makes a subscription with its first invoice, which a trial makes free: https://docs.stripe.com/api/subscriptions/create
 * Throws when it cannot be, and Stripe's 402 for `error_if_incomplete`.
 */
export const newSubscription = (ctx: Context, input: CreateInput, options: Options = {}): Subscription => {
  const { paid } = options;
  const row = rowOf(ctx, input, options);
  const behavior = input.payment_behavior ?? 'allow_incomplete';
  const method = methodFor(ctx, row);
  if (row.status === 'incomplete' && behavior !== 'default_incomplete' && !method) throw noMethod();
  ctx.store.put('subscriptions', row);
  const invoice = newInvoice(ctx, row, 'subscription_create', { intent: paid });
  row.latest_invoice = invoice.id;
  if (row.status === 'trialing' && !method) row.pending_setup_intent = askForCard(ctx, row);
  emit(ctx, 'customer.subscription.created', ctx.store.put('subscriptions', row));
  scheduleWork(ctx, row);
  if (paid) settleInvoice(ctx, invoice, paid);
  else if (invoice.amount_due === 0 || behavior !== 'default_incomplete') collectInvoice(ctx, invoice.id);
  if (invoice.amount_due === 0 && row.status === 'incomplete') changeSubscription(ctx, row.id, { status: 'active' });
  if (row.trial_end && row.trial_end - ctx.clock.now() < TRIAL_NOTICE)
    emit(ctx, 'customer.subscription.trial_will_end', row);
  return find(ctx, 'subscriptions', row.id);
};

const rowOf = (ctx: Context, input: CreateInput, { id = newId('sub'), ordered }: Options): Subscription => {
  const now = ctx.clock.now();
  find(ctx, 'customers', input.customer, 'customer');
  const { price, quantity } = wantedOf(ctx, input, ordered);
  const trial = trialEndOf(input, now);
  const anchor = trial ?? now;
  const period = { created: now, start: now, end: trial ?? periodEnd(anchor, now, price) };
  const cancel_at = input.cancel_at_period_end ? period.end : (input.cancel_at ?? null);
  if (cancel_at !== null && cancel_at <= now) throw invalidRequest('`cancel_at` must be in the future.', 'cancel_at');
  const method = input.default_payment_method;
  return {
    ...structuredClone(BLANK),
    id,
    billing_cycle_anchor: anchor,
    cancel_at,
    cancel_at_period_end: input.cancel_at_period_end ?? false,
    canceled_at: cancel_at === null ? null : now,
    cancellation_details: { ...NO_DETAILS, ...(cancel_at !== null && { reason: 'cancellation_requested' }) },
    created: now,
    currency: price.currency,
    customer: input.customer,
    default_payment_method: method ? paymentMethod(ctx, method, 'default_payment_method').id : null,
    description: input.description ?? null,
    items: {
      object: 'list',
      data: [newItem(id, price, quantity, period)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    metadata: mergeMetadata({}, input.metadata),
    payment_settings: {
      payment_method_options: null,
      payment_method_types: input.payment_settings?.payment_method_types ?? null,
      save_default_payment_method: input.payment_settings?.save_default_payment_method ?? 'off',
    },
    start_date: now,
    status: trial === null ? 'incomplete' : 'trialing',
    trial_end: trial,
    trial_settings: trialSettingsOf(input),
    trial_start: trial === null ? null : now,
  };
};

const wantedOf = (ctx: Context, { items }: CreateInput, ordered = false): { price: Price; quantity: number } => {
  const [item, ...more] = items;
  if (!item) throw invalidRequest('Missing required param: items.', 'items', 'parameter_missing');
  if (more.length > 0) throw invalidRequest('This emulator serves subscriptions of one item.', 'items');
  const { quantity = 1 } = item;
  if (quantity < 1) throw invalidRequest('This value must be greater than or equal to 1.', 'items[0][quantity]');
  const price = ordered ? find(ctx, 'prices', item.price) : recurringPrice(ctx, item.price, 'items[0][price]');
  return { price, quantity };
};

/** An active recurring price. Throws for any other. */
export const recurringPrice = (ctx: Context, id: string, param: string): Price => {
  const price = find(ctx, 'prices', id, param);
  if (!price.recurring) {
    const message = `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`;
    throw invalidRequest(message, param);
  }
  if (!price.active)
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', param);
  return price;
};

/** Asks for a card where nothing is due yet: https://docs.stripe.com/billing/subscriptions/trials */
const askForCard = (ctx: Context, { customer }: Subscription): string =>
  newSetupIntent(ctx, { customer, usage: 'off_session' }).id;

const noMethod = () => {
  const message =
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.';
  return invalidRequest(message, undefined, 'resource_missing');
};
