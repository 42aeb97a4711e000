import type Stripe from 'stripe';
import { charge } from './charging.ts';
import { emit } from './events.ts';
import { follow } from './follow.ts';
import { attach, paymentMethod } from './payment-methods.ts';
import { schedule, unschedule } from './schedule.ts';
import { type Invoice, isOver, type Subscription, subscriptionOf } from './subscription-rows.ts';
import { change, end } from './subscription-work.ts';
import { find, type World } from './world.ts';

const DAY = 24 * 3600;
/** Waits before each retry of a failed payment; after the last the subscription ends, unless the control API says otherwise:
 * https://docs.stripe.com/billing/revenue-recovery/smart-retries */
const RETRIES = [3 * DAY, 5 * DAY, 7 * DAY];

/** The payment method that a subscription is charged to: its own, else its customer's. */
export const methodFor = (world: World, subscription: Subscription): string | null =>
  subscription.default_payment_method ??
  (find(world, 'customers', subscription.customer).invoice_settings.default_payment_method as string | null);

/** The intent that collects an invoice, if it costs anything. */
export const intentOf = (world: World, invoice: string): Stripe.PaymentIntent | undefined => {
  const collection = world.store.all('collections').find((row) => row.invoice === invoice);
  return collection && world.store.get('payment_intents', collection.id);
};

/** Tries to collect an open invoice; it says in its status what came of it. */
export const collect = (world: World, id: string, given?: string): Invoice => {
  const invoice = find(world, 'invoices', id);
  if (invoice.status !== 'open') return invoice;
  if (invoice.amount_due === 0) return paid(world, invoice, 0);
  const subscription = find(world, 'subscriptions', subscriptionOf(invoice));
  const method = given ?? methodFor(world, subscription);
  const intent = intentOf(world, id)!;
  const off_session = subscription.status !== 'incomplete';
  if (method) charge(world, intent, paymentMethod(world, method), { off_session });
  else failed(world, invoice, intent);
  return find(world, 'invoices', id);
};

const paid = (world: World, old: Invoice, amount: number): Invoice => {
  const invoice = world.store.put('invoices', {
    ...old,
    amount_paid: amount,
    amount_remaining: 0,
    attempt_count: old.attempt_count + (amount > 0 ? 1 : 0),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...old.status_transitions, paid_at: world.clock.now() },
  });
  unschedule(world, 'invoice_retries', invoice.id);
  emit(world, 'invoice.paid', invoice);
  emit(world, 'invoice.payment_succeeded', invoice);
  return invoice;
};

const failed = (world: World, old: Invoice, intent: Stripe.PaymentIntent): void => {
  const invoice = { ...old, attempt_count: old.attempt_count + 1, attempted: true };
  const subscription = find(world, 'subscriptions', subscriptionOf(invoice));
  const first = subscription.status === 'incomplete' || isOver(subscription);
  const waiting = world.store.all('jobs').find((job) => job.kind === 'invoice_retries' && job.target === invoice.id);
  const wait = RETRIES[invoice.attempt_count - 1];
  const next = first ? undefined : (waiting?.at ?? (wait && world.clock.now() + wait));
  world.store.put('invoices', { ...invoice, next_payment_attempt: next ?? null });
  if (next && !waiting) schedule(world, next, 'invoice_retries', invoice.id);
  if (intent.last_payment_error?.code === 'authentication_required')
    emit(world, 'invoice.payment_action_required', find(world, 'invoices', invoice.id));
  emit(world, 'invoice.payment_failed', find(world, 'invoices', invoice.id));
  if (first) return;
  if (next) change(world, subscription.id, { status: 'past_due' });
  else giveUp(world, subscription);
};

const giveUp = (world: World, { id, cancellation_details }: Subscription): void => {
  const { after_retries = 'cancel' } = world.store.get('settings', 'billing') ?? {};
  const said = { comment: null, feedback: null, feedback_option: null, ...cancellation_details };
  if (after_retries === 'cancel') end(world, id, { cancellation_details: { ...said, reason: 'payment_failed' } });
  else change(world, id, { status: after_retries });
};

follow<Stripe.PaymentIntent>('payment_intent.succeeded', (world, intent) => {
  const invoice = invoiceOf(world, intent);
  if (invoice?.status === 'open') settle(world, invoice, intent);
});

/** An intent has been paid: so is its invoice, and its subscription goes on. */
export const settle = (world: World, invoice: Invoice, intent: Stripe.PaymentIntent): void => {
  paid(world, invoice, intent.amount);
  const method = find(world, 'payment_methods', intent.payment_method as string);
  if (method.customer === null) attach(world, method, invoice.customer);
  const subscription = find(world, 'subscriptions', subscriptionOf(invoice));
  if (isOver(subscription)) return;
  const keeps = subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  change(world, subscription.id, {
    ...(keeps && { default_payment_method: method.id }),
    ...(['incomplete', 'past_due', 'unpaid'].includes(subscription.status) && { status: 'active' }),
  });
};

follow<Stripe.PaymentIntent>('payment_intent.payment_failed', (world, intent) => {
  const invoice = invoiceOf(world, intent);
  if (invoice?.status === 'open') failed(world, invoice, intent);
});

const invoiceOf = (world: World, { id }: Stripe.PaymentIntent): Invoice | undefined => {
  const collection = world.store.get('collections', id);
  return collection && world.store.get('invoices', collection.invoice);
};
