import type Stripe from 'stripe';
import { authenticate } from './authentication.ts';
import { charge } from './charging.ts';
import type { Outcome, Try } from './checkout-modes.ts';
import type { CheckoutInput } from './checkout-shapes.ts';
import { newCustomer } from './customers.ts';
import { invalid } from './errors.ts';
import { emit } from './events.ts';
import { newPaymentIntent } from './new-payment-intent.ts';
import { attach } from './payment-methods.ts';
import { confirm, newSetupIntent } from './setup-intents.ts';
import type { Checkout, LineItem, Session } from './state.ts';
import { newSubscription } from './subscription-making.ts';
import type { Subscription } from './subscription-rows.ts';
import { find, type World } from './world.ts';

type Data = NonNullable<CheckoutInput['subscription_data']>;

/** Whether an order begins with a trial, so that nothing is due yet. */
export const beginsFree = (data: Data | undefined): boolean => Boolean(data?.trial_period_days || data?.trial_end);

/** Throws unless the order is of one recurring price. */
export const checkOrder = (items: LineItem[]): void => {
  if (!items.some(({ price }) => price.recurring)) throw invalid(ONE_TIME, 'line_items');
  if (items.length > 1) throw invalid('This emulator serves subscriptions of one item.', 'line_items');
};

const ONE_TIME = 'You must provide at least one recurring price in `subscription` mode when using prices.';

/**
 * Takes the card and, once it is charged (or, for a trial, set up), makes the subscription; a declined card leaves none:
 * https://docs.stripe.com/billing/subscriptions/build-subscriptions
 */
export const subscription = {
  button: 'Subscribe',
  pay: ({ world, session, checkout, method }: Try): Outcome => {
    session.customer ??= newCustomer(world, { email: session.customer_details?.email ?? '' }).id;
    const customer = session.customer as string;
    const intent = checkout.intent ? intentOf(world, checkout.intent) : firstIntent(world, session, checkout, customer);
    world.store.put('checkouts', { ...checkout, intent: intent.id });
    world.store.put('sessions', session);
    if (intent.object === 'setup_intent') confirm(world, intent, { payment_method: method.id });
    else charge(world, intent, method);
    return outcomeOf(world, session, intent);
  },
  resume: (world: World, session: Session, complete: boolean): Outcome => {
    const { intent = '' } = world.store.get('checkouts', session.id)!;
    return outcomeOf(world, session, authenticate(world, intent, complete));
  },
};

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

const intentOf = (world: World, id: string): Intent =>
  find(world, id.startsWith('seti_') ? 'setup_intents' : 'payment_intents', id);

/** What takes the card at the first try, and again after a refusal. */
const firstIntent = (world: World, session: Session, checkout: Checkout, customer: string): Intent => {
  if (beginsFree(checkout.subscription_data as Data)) return newSetupIntent(world, { customer, usage: 'off_session' });
  const { amount_total, currency } = session;
  const description = 'Subscription creation';
  const setup_future_usage = 'off_session' as const;
  return newPaymentIntent(world, {
    amount: amount_total ?? 0,
    currency: currency ?? 'usd',
    customer,
    description,
    setup_future_usage,
  });
};

const outcomeOf = (world: World, session: Session, intent: Intent): Outcome => {
  if (intent.status === 'requires_action') return { step: intent.id };
  if (intent.status !== 'succeeded') return { refused: refusalOf(intent) ?? 'Your payment was not accepted.' };
  const order = begin(world, session, intent);
  Object.assign(session, { subscription: order.id, invoice: order.latest_invoice });
  return { done: intent.object === 'setup_intent' ? 'no_payment_required' : 'paid' };
};

const refusalOf = (intent: Intent): string | undefined =>
  (intent.object === 'setup_intent' ? intent.last_setup_error : intent.last_payment_error)?.message;

/** Makes the subscription that has been paid for, with the card as its customer's default. */
const begin = (world: World, session: Session, intent: Intent): Subscription => {
  const checkout = world.store.get('checkouts', session.id)!;
  const customer = session.customer as string;
  const method = attach(world, find(world, 'payment_methods', intent.payment_method as string), customer).id;
  makeDefault(world, customer, method);
  const [item] = checkout.line_items;
  return newSubscription(
    world,
    {
      ...(checkout.subscription_data as Data),
      customer,
      default_payment_method: method,
      items: [{ price: item!.price.id, quantity: item!.quantity ?? 1 }],
    },
    { ordered: true, paid: intent.object === 'payment_intent' ? intent : undefined },
  );
};

/** Makes a card the one that a customer's invoices are charged to. */
export const makeDefault = (world: World, id: string, method: string): void => {
  const old = find(world, 'customers', id);
  const previous = { invoice_settings: old.invoice_settings };
  const row = { ...old, invoice_settings: { ...old.invoice_settings, default_payment_method: method } };
  emit(world, 'customer.updated', world.store.put('customers', row), { previous });
};
