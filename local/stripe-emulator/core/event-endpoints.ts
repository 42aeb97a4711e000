import type Stripe from 'stripe';
import * as z from 'zod';
import { find } from './context.ts';
import { endpoint } from './endpoint.ts';
import { invalidRequest } from './errors.ts';
import { inRange, matchesFilter, page } from './lists.ts';
import { boolean, created, paging, type Shape, text } from './params.ts';

const shape = {
  ...paging,
  created: created.optional(),
  delivery_success: boolean.optional(),
  type: text.optional(),
  types: z.array(text).optional(),
} satisfies Shape<Stripe.EventListParams>;

/**
 * https://docs.stripe.com/api/events. Without a Stripe-Account header the platform sees the events of its
 * connected accounts too, where Stripe wants the header.
 */
export const eventEndpoints = [
  endpoint('GET /v1/events', shape, ({ ctx, input, url }) => {
    const { type, types, delivery_success } = input;
    if (type && types) throw invalidRequest('You may only specify one of these parameters: type, types.', 'type');
    const rows = ctx.store
      .all('events')
      .filter((row) => matches(type, row.type) && (!types || types.includes(row.type)))
      .filter((row) => inRange(row.created, input.created))
      .filter((row) => matchesFilter(delivery_success?.toString(), String(row.pending_webhooks === 0)));
    return page(rows, input, url);
  }),
  endpoint('GET /v1/events/:id', {}, ({ ctx, id }) => find(ctx, 'events', id)),
];

/** A type may end in a star: charge.* */
const matches = (wanted: string | undefined, type: string) =>
  wanted?.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : matchesFilter(wanted, type);
