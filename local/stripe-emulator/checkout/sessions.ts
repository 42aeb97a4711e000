import { type Context, find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { invalidRequest } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { inRange, matchesFilter, page } from '../core/lists.ts';
import { mergeMetadata, metadata, paging } from '../core/params.ts';
import { cancelJob } from '../core/schedule.ts';
import type { Session } from '../core/state.ts';
import { lineItemsOf } from './line-items.ts';
import { newSession } from './new-session.ts';
import { createShape, listShape } from './shapes.ts';

/** https://docs.stripe.com/api/checkout/sessions */
export const checkoutEndpoints = [
  endpoint('POST /v1/checkout/sessions', createShape, ({ ctx, input }) => newSession(ctx, input)),
  endpoint('GET /v1/checkout/sessions', listShape, ({ ctx, input, url }) => {
    const rows = ctx.store
      .all('sessions')
      .filter(
        (row) => matchesFilter(input.customer, row.customer) && matchesFilter(input.payment_intent, row.payment_intent),
      )
      .filter((row) => matchesFilter(input.subscription, row.subscription) && matchesFilter(input.status, row.status))
      .filter((row) => inRange(row.created, input.created));
    return page(rows, input, url);
  }),
  endpoint('GET /v1/checkout/sessions/:id', {}, ({ ctx, id }) => find(ctx, 'sessions', id)),
  endpoint('POST /v1/checkout/sessions/:id', { metadata: metadata.optional() }, ({ ctx, input, id }) => {
    const row = find(ctx, 'sessions', id);
    return ctx.store.put('sessions', { ...row, metadata: mergeMetadata(row.metadata, input.metadata) });
  }),
  endpoint('GET /v1/checkout/sessions/:id/line_items', paging, ({ ctx, input, id, url }) => {
    find(ctx, 'sessions', id);
    return page(lineItemsOf(ctx, id).data, input, url);
  }),
  endpoint('POST /v1/checkout/sessions/:id/expire', {}, ({ ctx, id }) => {
    const row = find(ctx, 'sessions', id);
    if (row.status !== 'open') throw invalidRequest(notOpen(row), undefined, 'resource_missing');
    cancelJob(ctx, 'session_expires', id);
    return expire(ctx, row);
  }),
];

export const expireSession = (ctx: Context, id: string): void => {
  const row = ctx.store.get('sessions', id);
  if (row?.status === 'open') expire(ctx, row);
};

const expire = (ctx: Context, row: Session): Session => {
  Object.assign(row, { status: 'expired', url: null });
  const intent = row.payment_intent && ctx.store.get('payment_intents', row.payment_intent as string);
  if (intent && intent.status !== 'canceled') {
    Object.assign(intent, { status: 'canceled', canceled_at: ctx.clock.now(), next_action: null });
    ctx.store.put('payment_intents', intent);
    emit(ctx, 'payment_intent.canceled', intent);
  }
  emit(ctx, 'checkout.session.expired', row);
  return ctx.store.put('sessions', row);
};

const notOpen = ({ status }: Session) =>
  `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`;
