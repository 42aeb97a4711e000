import { createShape, listShape } from './checkout-shapes.ts';
import { endpoint } from './endpoint.ts';
import { invalid } from './errors.ts';
import { emit } from './events.ts';
import { lineItemsOf } from './line-items.ts';
import { is, page, within } from './lists.ts';
import { newSession } from './new-session.ts';
import { merged, metadata, paging } from './params.ts';
import { unschedule } from './schedule.ts';
import type { Session } from './state.ts';
import { find, type World } from './world.ts';

/** https://docs.stripe.com/api/checkout/sessions */
export const checkoutEndpoints = [
  endpoint('POST /v1/checkout/sessions', createShape, ({ world, input }) => newSession(world, input)),
  endpoint('GET /v1/checkout/sessions', listShape, ({ world, input, url }) => {
    const rows = world.store
      .all('sessions')
      .filter((row) => is(input.customer, row.customer) && is(input.payment_intent, row.payment_intent))
      .filter((row) => is(input.subscription, row.subscription) && is(input.status, row.status))
      .filter((row) => within(row.created, input.created));
    return page(rows, input, url);
  }),
  endpoint('GET /v1/checkout/sessions/:id', {}, ({ world, id }) => find(world, 'sessions', id)),
  endpoint('POST /v1/checkout/sessions/:id', { metadata: metadata.optional() }, ({ world, input, id }) => {
    const row = find(world, 'sessions', id);
    return world.store.put('sessions', { ...row, metadata: merged(row.metadata, input.metadata) });
  }),
  endpoint('GET /v1/checkout/sessions/:id/line_items', paging, ({ world, input, id, url }) => {
    find(world, 'sessions', id);
    return page(lineItemsOf(world, id).data, input, url);
  }),
  endpoint('POST /v1/checkout/sessions/:id/expire', {}, ({ world, id }) => {
    const row = find(world, 'sessions', id);
    if (row.status !== 'open') throw invalid(notOpen(row), undefined, 'resource_missing');
    unschedule(world, 'session_expires', id);
    return expire(world, row);
  }),
];

/** A session that nobody paid in time ends. */
export const expireSession = (world: World, id: string): void => {
  const row = world.store.get('sessions', id);
  if (row?.status === 'open') expire(world, row);
};

const expire = (world: World, row: Session): Session => {
  Object.assign(row, { status: 'expired', url: null });
  const intent = row.payment_intent && world.store.get('payment_intents', row.payment_intent as string);
  if (intent && intent.status !== 'canceled') {
    Object.assign(intent, { status: 'canceled', canceled_at: world.clock.now(), next_action: null });
    world.store.put('payment_intents', intent);
    emit(world, 'payment_intent.canceled', intent);
  }
  emit(world, 'checkout.session.expired', row);
  return world.store.put('sessions', row);
};

const notOpen = ({ status }: Session) =>
  `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`;
