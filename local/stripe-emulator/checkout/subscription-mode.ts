import type Stripe from 'stripe';
import { newSubscription } from '../billing/new-subscription.ts';
import type { Subscription } from '../billing/subscription-rows.ts';
import { newCustomer } from '../catalog/customers.ts';
import { type Context, find } from '../core/context.ts';
import { invalidRequest } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import type { Checkout, LineItem, Session } from '../core/state.ts';
import { authenticate } from '../payments/authentication.ts';
import { chargeIntent } from '../payments/charging.ts';
import { newPaymentIntent } from '../payments/new-payment-intent.ts';
import { attach } from '../payments/payment-methods.ts';
import { confirmSetup, newSetupIntent } from '../payments/setup-intents.ts';
import type { Outcome, PaymentAttempt } from './mode.ts';
import type { CheckoutInput } from './shapes.ts';

type Data = NonNullable<CheckoutInput['subscription_data']>;

/** True if an order begins with a trial, so that nothing is due yet. */
export const hasTrial = (data: Data | undefined): boolean => Boolean(data?.trial_period_days || data?.trial_end);

/** Throws unless the order is of one recurring price. */
export const checkItems = (items: LineItem[]): void => {
  if (!items.some(({ price }) => price.recurring)) throw invalidRequest(ONE_TIME, 'line_items');
  if (items.length > 1) throw invalidRequest('This emulator serves subscriptions of one item.', 'line_items');
};

const ONE_TIME = 'You must provide at least one recurring price in `subscription` mode when using prices.';

/**
 * Takes the card and, once it is charged (or, for a trial, set up), makes the subscription; a declined card leaves none:
 * https://docs.stripe.com/billing/subscriptions/build-subscriptions
 */
export const subscription = {
  button: 'Subscribe',
  pay: ({ ctx, session, checkout, method }: PaymentAttempt): Outcome => {
    session.customer ??= newCustomer(ctx, { email: session.customer_details?.email ?? '' }).id;
    const customer = session.customer as string;
    const intent = checkout.intent ? intentOf(ctx, checkout.intent) : firstIntent(ctx, session, checkout, customer);
    ctx.store.put('checkouts', { ...checkout, intent: intent.id });
    ctx.store.put('sessions', session);
    if (intent.object === 'setup_intent') confirmSetup(ctx, intent, { payment_method: method.id });
    else chargeIntent(ctx, intent, method);
    return outcomeOf(ctx, session, intent);
  },
  resume: (ctx: Context, session: Session, complete: boolean): Outcome => {
    const { intent = '' } = ctx.store.get('checkouts', session.id)!;
    return outcomeOf(ctx, session, authenticate(ctx, intent, complete));
  },
};

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

const intentOf = (ctx: Context, id: string): Intent =>
  find(ctx, id.startsWith('seti_') ? 'setup_intents' : 'payment_intents', id);

const firstIntent = (ctx: Context, session: Session, checkout: Checkout, customer: string): Intent => {
  if (hasTrial(checkout.subscription_data as Data)) return newSetupIntent(ctx, { customer, usage: 'off_session' });
  const { amount_total, currency } = session;
  const description = 'Subscription creation';
  const setup_future_usage = 'off_session' as const;
  return newPaymentIntent(ctx, {
    amount: amount_total ?? 0,
    currency: currency ?? 'usd',
    customer,
    description,
    setup_future_usage,
  });
};

const outcomeOf = (ctx: Context, session: Session, intent: Intent): Outcome => {
  if (intent.status === 'requires_action') return { step: intent.id };
  if (intent.status !== 'succeeded') return { refused: refusalOf(intent) ?? 'Your payment was not accepted.' };
  const order = begin(ctx, session, intent);
  Object.assign(session, { subscription: order.id, invoice: order.latest_invoice });
  return { done: intent.object === 'setup_intent' ? 'no_payment_required' : 'paid' };
};

const refusalOf = (intent: Intent): string | undefined =>
  (intent.object === 'setup_intent' ? intent.last_setup_error : intent.last_payment_error)?.message;

const begin = (ctx: Context, session: Session, intent: Intent): Subscription => {
  const checkout = ctx.store.get('checkouts', session.id)!;
  const customer = session.customer as string;
  const method = attach(ctx, find(ctx, 'payment_methods', intent.payment_method as string), customer).id;
  setDefaultMethod(ctx, customer, method);
  const [item] = checkout.line_items;
  return newSubscription(
    ctx,
    {
      ...(checkout.subscription_data as Data),
      customer,
      default_payment_method: method,
      items: [{ price: item!.price.id, quantity: item!.quantity ?? 1 }],
    },
    { ordered: true, paid: intent.object === 'payment_intent' ? intent : undefined },
  );
};

export const setDefaultMethod = (ctx: Context, id: string, method: string): void => {
  const old = find(ctx, 'customers', id);
  const previous = { invoice_settings: old.invoice_settings };
  const row = { ...old, invoice_settings: { ...old.invoice_settings, default_payment_method: method } };
  emit(ctx, 'customer.updated', ctx.store.put('customers', row), { previous });
};
