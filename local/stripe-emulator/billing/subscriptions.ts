import type Stripe from 'stripe';
import { find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { invalidRequest, noSuchObject } from '../core/errors.ts';
import { onEvent } from '../core/event-listeners.ts';
import { emit } from '../core/events.ts';
import { inRange, matchesFilter, page } from '../core/lists.ts';
import { collectInvoice } from './collect-invoice.ts';
import { newInvoice } from './new-invoice.ts';
import { newSubscription } from './new-subscription.ts';
import { prorate } from './proration.ts';
import { changeSubscription, endSubscription } from './subscription-changes.ts';
import { expireSubscription, startPeriod } from './subscription-jobs.ts';
import { isOver, itemOf, type Subscription } from './subscription-rows.ts';
import { cancelShape, createShape, listShape, resumeShape, updateShape } from './subscription-shapes.ts';
import { detailsOf, updateSubscription } from './update-subscription.ts';

/** https://docs.stripe.com/api/subscriptions */
export const subscriptionEndpoints = [
  endpoint('POST /v1/subscriptions', createShape, ({ ctx, input }) => newSubscription(ctx, input)),
  endpoint('GET /v1/subscriptions', listShape, ({ ctx, input, url }) => {
    const rows = ctx.store
      .all('subscriptions')
      .filter((row) => matchesFilter(input.customer, row.customer) && matchesFilter(input.price, itemOf(row).price.id))
      .filter((row) => matchesFilter(input.collection_method, row.collection_method) && hasStatus(row, input.status))
      .filter((row) => inRange(row.created, input.created));
    return page(rows, input, url);
  }),
  endpoint('GET /v1/subscriptions/:id', {}, ({ ctx, id }) => find(ctx, 'subscriptions', id)),
  endpoint('POST /v1/subscriptions/:id', updateShape, ({ ctx, input, id }) => updateSubscription(ctx, id, input)),
  endpoint('DELETE /v1/subscriptions/:id', cancelShape, ({ ctx, input, id }) => {
    const row = find(ctx, 'subscriptions', id);
    if (isOver(row)) throw noSuchObject('subscription', id);
    if (row.status === 'incomplete') {
      expireSubscription(row, ctx);
      return find(ctx, 'subscriptions', id);
    }
    const said = detailsOf(row.cancellation_details ?? {}, input.cancellation_details);
    if (input.prorate) prorate(ctx, row, { ...itemOf(row), quantity: 0 });
    const invoice = input.invoice_now ? newInvoice(ctx, row, 'subscription_update', { period: false }) : undefined;
    if (invoice) collectInvoice(ctx, invoice.id);
    return endSubscription(ctx, id, {
      cancellation_details: { ...said, reason: 'cancellation_requested' },
      canceled_at: ctx.clock.now(),
      ...(invoice && { latest_invoice: invoice.id }),
    });
  }),
  endpoint('POST /v1/subscriptions/:id/resume', resumeShape, ({ ctx, id }) => {
    const row = find(ctx, 'subscriptions', id);
    if (row.status !== 'paused') throw invalidRequest('This subscription cannot be resumed as it is not paused.');
    const now = ctx.clock.now();
    const resumed = startPeriod(ctx, id, now, { billing_cycle_anchor: now });
    emit(ctx, 'customer.subscription.resumed', resumed);
    return resumed;
  }),
];

const ENDED = ['canceled', 'incomplete_expired'];

/** Without a status, everything that has not been canceled. */
const hasStatus = ({ status }: Subscription, wanted: string | undefined): boolean => {
  if (wanted === 'all') return true;
  if (wanted === 'ended') return ENDED.includes(status);
  return wanted === undefined ? status !== 'canceled' : status === wanted;
};

/** The card that a trial asked for is set up: https://docs.stripe.com/billing/subscriptions/trials */
onEvent<Stripe.SetupIntent>('setup_intent.succeeded', (ctx, intent) => {
  const row = ctx.store.all('subscriptions').find(({ pending_setup_intent }) => pending_setup_intent === intent.id);
  if (!row || isOver(row)) return;
  const keeps = row.payment_settings?.save_default_payment_method === 'on_subscription';
  changeSubscription(ctx, row.id, {
    pending_setup_intent: null,
    ...(keeps && { default_payment_method: intent.payment_method as string }),
  });
});

/** A deleted customer's subscriptions end: https://docs.stripe.com/api/customers/delete */
onEvent<Stripe.Customer>('customer.deleted', (ctx, { id }) => {
  for (const row of ctx.store.all('subscriptions'))
    if (row.customer === id && !isOver(row)) endSubscription(ctx, row.id);
});

/** A detached card is no customer's default any more. */
onEvent<Stripe.PaymentMethod>('payment_method.detached', (ctx, { id }) => {
  for (const row of ctx.store.all('subscriptions')) {
    if (row.default_payment_method === id) changeSubscription(ctx, row.id, { default_payment_method: null });
  }
});
