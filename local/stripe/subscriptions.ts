import './subscription-following.ts';
import { endpoint } from './endpoint.ts';
import { invalid, noSuch } from './errors.ts';
import { emit } from './events.ts';
import { newInvoice } from './invoice-making.ts';
import { collect } from './invoice-paying.ts';
import { is, page, within } from './lists.ts';
import { prorate } from './proration.ts';
import { expire, renew } from './subscription-life.ts';
import { newSubscription } from './subscription-making.ts';
import { isOver, itemOf, type Subscription } from './subscription-rows.ts';
import { cancelShape, createShape, listShape, resumeShape, updateShape } from './subscription-shapes.ts';
import { detailsOf, update } from './subscription-updating.ts';
import { end } from './subscription-work.ts';
import { find } from './world.ts';

/** https://docs.stripe.com/api/subscriptions */
export const subscriptionEndpoints = [
  endpoint('POST /v1/subscriptions', createShape, ({ world, input }) => newSubscription(world, input)),
  endpoint('GET /v1/subscriptions', listShape, ({ world, input, url }) => {
    const rows = world.store
      .all('subscriptions')
      .filter((row) => is(input.customer, row.customer) && is(input.price, itemOf(row).price.id))
      .filter((row) => is(input.collection_method, row.collection_method) && hasStatus(row, input.status))
      .filter((row) => within(row.created, input.created));
    return page(rows, input, url);
  }),
  endpoint('GET /v1/subscriptions/:id', {}, ({ world, id }) => find(world, 'subscriptions', id)),
  endpoint('POST /v1/subscriptions/:id', updateShape, ({ world, input, id }) => update(world, id, input)),
  endpoint('DELETE /v1/subscriptions/:id', cancelShape, ({ world, input, id }) => {
    const row = find(world, 'subscriptions', id);
    if (isOver(row)) throw noSuch('subscription', id);
    if (row.status === 'incomplete') {
      expire(row, world);
      return find(world, 'subscriptions', id);
    }
    const said = detailsOf(row.cancellation_details ?? {}, input.cancellation_details);
    if (input.prorate) prorate(world, row, { ...itemOf(row), quantity: 0 });
    const invoice = input.invoice_now ? newInvoice(world, row, 'subscription_update', { period: false }) : undefined;
    if (invoice) collect(world, invoice.id);
    return end(world, id, {
      cancellation_details: { ...said, reason: 'cancellation_requested' },
      canceled_at: world.clock.now(),
      ...(invoice && { latest_invoice: invoice.id }),
    });
  }),
  endpoint('POST /v1/subscriptions/:id/resume', resumeShape, ({ world, id }) => {
    const row = find(world, 'subscriptions', id);
    if (row.status !== 'paused') throw invalid('This subscription cannot be resumed as it is not paused.');
    const now = world.clock.now();
    const resumed = renew(world, id, now, { billing_cycle_anchor: now });
    emit(world, 'customer.subscription.resumed', resumed);
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
