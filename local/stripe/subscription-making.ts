import type Stripe from 'stripe';
import { invalid } from './errors.ts';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import { newInvoice } from './invoice-making.ts';
import { collect, methodFor, settle } from './invoice-paying.ts';
import { merged } from './params.ts';
import { paymentMethod } from './payment-methods.ts';
import { newSetupIntent } from './setup-intents.ts';
import type { Price } from './state.ts';
import { BLANK, NO_DETAILS, newItem } from './subscription-blank.ts';
import { periodEnd } from './subscription-periods.ts';
import type { Subscription } from './subscription-rows.ts';
import type { CreateInput } from './subscription-shapes.ts';
import { trialEndOf, trialSettingsOf } from './subscription-trials.ts';
import { change, plan, TRIAL_NOTICE } from './subscription-work.ts';
import { find, type World } from './world.ts';

/** `paid` is an intent that has paid the first invoice already; `ordered`, that Checkout has looked at the price. */
type Options = { id?: string; paid?: Stripe.PaymentIntent; ordered?: boolean };

/**
 * Makes a subscription with its first invoice, which a trial makes free: https://docs.stripe.com/api/subscriptions/create
 * Throws when it cannot be, and Stripe's 402 for `error_if_incomplete`.
 */
export const newSubscription = (world: World, input: CreateInput, options: Options = {}): Subscription => {
  const { paid } = options;
  const row = rowOf(world, input, options);
  const behavior = input.payment_behavior ?? 'allow_incomplete';
  const method = methodFor(world, row);
  if (row.status === 'incomplete' && behavior !== 'default_incomplete' && !method) throw noMethod();
  world.store.put('subscriptions', row);
  const invoice = newInvoice(world, row, 'subscription_create', { intent: paid });
  row.latest_invoice = invoice.id;
  if (row.status === 'trialing' && !method) row.pending_setup_intent = askForCard(world, row);
  emit(world, 'customer.subscription.created', world.store.put('subscriptions', row));
  plan(world, row);
  if (paid) settle(world, invoice, paid);
  else if (invoice.amount_due === 0 || behavior !== 'default_incomplete') collect(world, invoice.id);
  if (invoice.amount_due === 0 && row.status === 'incomplete') change(world, row.id, { status: 'active' });
  if (row.trial_end && row.trial_end - world.clock.now() < TRIAL_NOTICE)
    emit(world, 'customer.subscription.trial_will_end', row);
  return find(world, 'subscriptions', row.id);
};

const rowOf = (world: World, input: CreateInput, { id = newId('sub'), ordered }: Options): Subscription => {
  const now = world.clock.now();
  find(world, 'customers', input.customer, 'customer');
  const { price, quantity } = wantedOf(world, input, ordered);
  const trial = trialEndOf(input, now);
  const anchor = trial ?? now;
  const period = { created: now, start: now, end: trial ?? periodEnd(anchor, now, price) };
  const cancel_at = input.cancel_at_period_end ? period.end : (input.cancel_at ?? null);
  if (cancel_at !== null && cancel_at <= now) throw invalid('`cancel_at` must be in the future.', 'cancel_at');
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
    default_payment_method: method ? paymentMethod(world, method, 'default_payment_method').id : null,
    description: input.description ?? null,
    items: {
      object: 'list',
      data: [newItem(id, price, quantity, period)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    metadata: merged({}, input.metadata),
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

const wantedOf = (world: World, { items }: CreateInput, ordered = false): { price: Price; quantity: number } => {
  const [item, ...more] = items;
  if (!item) throw invalid('Missing required param: items.', 'items', 'parameter_missing');
  if (more.length > 0) throw invalid('This emulator serves subscriptions of one item.', 'items');
  const { quantity = 1 } = item;
  if (quantity < 1) throw invalid('This value must be greater than or equal to 1.', 'items[0][quantity]');
  const price = ordered ? find(world, 'prices', item.price) : recurringPrice(world, item.price, 'items[0][price]');
  return { price, quantity };
};

/** An active recurring price. Throws for any other. */
export const recurringPrice = (world: World, id: string, param: string): Price => {
  const price = find(world, 'prices', id, param);
  if (!price.recurring) {
    const message = `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`;
    throw invalid(message, param);
  }
  if (!price.active) throw invalid('The price specified is inactive. This field only accepts active prices.', param);
  return price;
};

/** Asks for a card where nothing is due yet: https://docs.stripe.com/billing/subscriptions/trials */
const askForCard = (world: World, { customer }: Subscription): string =>
  newSetupIntent(world, { customer, usage: 'off_session' }).id;

const noMethod = () => {
  const message =
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.';
  return invalid(message, undefined, 'resource_missing');
};
