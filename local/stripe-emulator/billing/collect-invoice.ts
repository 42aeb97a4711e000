import type Stripe from 'stripe';
import { type Context, find } from '../core/context.ts';
import { onEvent } from '../core/event-listeners.ts';
import { emit } from '../core/events.ts';
import { cancelJob, scheduleJob } from '../core/schedule.ts';
import { chargeIntent } from '../payments/charging.ts';
import { attach, paymentMethod } from '../payments/payment-methods.ts';
import { changeSubscription, endSubscription } from './subscription-changes.ts';
import { type Invoice, isOver, type Subscription, subscriptionOf } from './subscription-rows.ts';

const DAY = 24 * 3600;
/** Days before each retry of a failed payment; after the last the subscription ends, unless the control API says otherwise:
 * https://docs.stripe.com/billing/revenue-recovery/smart-retries */
const RETRIES = [3 * DAY, 5 * DAY, 7 * DAY];

export const methodFor = (ctx: Context, subscription: Subscription): string | null =>
  subscription.default_payment_method ??
  (find(ctx, 'customers', subscription.customer).invoice_settings.default_payment_method as string | null);

export const intentOf = (ctx: Context, invoice: string): Stripe.PaymentIntent | undefined => {
  const collection = ctx.store.all('collections').find((row) => row.invoice === invoice);
  return collection && ctx.store.get('payment_intents', collection.id);
};

export const collectInvoice = (ctx: Context, id: string, given?: string): Invoice => {
  const invoice = find(ctx, 'invoices', id);
  if (invoice.status !== 'open') return invoice;
  if (invoice.amount_due === 0) return paid(ctx, invoice, 0);
  const subscription = find(ctx, 'subscriptions', subscriptionOf(invoice));
  const method = given ?? methodFor(ctx, subscription);
  const intent = intentOf(ctx, id)!;
  const off_session = subscription.status !== 'incomplete';
  if (method) chargeIntent(ctx, intent, paymentMethod(ctx, method), { off_session });
  else failed(ctx, invoice, intent);
  return find(ctx, 'invoices', id);
};

const paid = (ctx: Context, old: Invoice, amount: number): Invoice => {
  const invoice = ctx.store.put('invoices', {
    ...old,
    amount_paid: amount,
    amount_remaining: 0,
    attempt_count: old.attempt_count + (amount > 0 ? 1 : 0),
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...old.status_transitions, paid_at: ctx.clock.now() },
  });
  cancelJob(ctx, 'invoice_retries', invoice.id);
  emit(ctx, 'invoice.paid', invoice);
  emit(ctx, 'invoice.payment_succeeded', invoice);
  return invoice;
};

const failed = (ctx: Context, old: Invoice, intent: Stripe.PaymentIntent): void => {
  const invoice = { ...old, attempt_count: old.attempt_count + 1, attempted: true };
  const subscription = find(ctx, 'subscriptions', subscriptionOf(invoice));
  const first = subscription.status === 'incomplete' || isOver(subscription);
  const waiting = ctx.store.all('jobs').find((job) => job.kind === 'invoice_retries' && job.target === invoice.id);
  const wait = RETRIES[invoice.attempt_count - 1];
  const next = first ? undefined : (waiting?.at ?? (wait && ctx.clock.now() + wait));
  ctx.store.put('invoices', { ...invoice, next_payment_attempt: next ?? null });
  if (next && !waiting) scheduleJob(ctx, next, 'invoice_retries', invoice.id);
  if (intent.last_payment_error?.code === 'authentication_required')
    emit(ctx, 'invoice.payment_action_required', find(ctx, 'invoices', invoice.id));
  emit(ctx, 'invoice.payment_failed', find(ctx, 'invoices', invoice.id));
  if (first) return;
  if (next) changeSubscription(ctx, subscription.id, { status: 'past_due' });
  else giveUp(ctx, subscription);
};

const giveUp = (ctx: Context, { id, cancellation_details }: Subscription): void => {
  const { after_retries = 'cancel' } = ctx.store.get('settings', 'billing') ?? {};
  const said = { comment: null, feedback: null, feedback_option: null, ...cancellation_details };
  if (after_retries === 'cancel')
    endSubscription(ctx, id, { cancellation_details: { ...said, reason: 'payment_failed' } });
  else changeSubscription(ctx, id, { status: after_retries });
};

onEvent<Stripe.PaymentIntent>('payment_intent.succeeded', (ctx, intent) => {
  const invoice = invoiceOf(ctx, intent);
  if (invoice?.status === 'open') settleInvoice(ctx, invoice, intent);
});

export const settleInvoice = (ctx: Context, invoice: Invoice, intent: Stripe.PaymentIntent): void => {
  paid(ctx, invoice, intent.amount);
  const method = find(ctx, 'payment_methods', intent.payment_method as string);
  if (method.customer === null) attach(ctx, method, invoice.customer);
  const subscription = find(ctx, 'subscriptions', subscriptionOf(invoice));
  if (isOver(subscription)) return;
  const keeps = subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  changeSubscription(ctx, subscription.id, {
    ...(keeps && { default_payment_method: method.id }),
    ...(['incomplete', 'past_due', 'unpaid'].includes(subscription.status) && { status: 'active' }),
  });
};

onEvent<Stripe.PaymentIntent>('payment_intent.payment_failed', (ctx, intent) => {
  const invoice = invoiceOf(ctx, intent);
  if (invoice?.status === 'open') failed(ctx, invoice, intent);
});

const invoiceOf = (ctx: Context, { id }: Stripe.PaymentIntent): Invoice | undefined => {
  const collection = ctx.store.get('collections', id);
  return collection && ctx.store.get('invoices', collection.invoice);
};
