import type Stripe from 'stripe';
import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { invalid } from './errors.ts';
import { is, page, within } from './lists.ts';
import { boolean, created, paging, type Shape, text } from './params.ts';
import { find } from './world.ts';

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
  endpoint('GET /v1/events', shape, ({ world, input, url }) => {
    const { type, types, delivery_success } = input;
    if (type && types) throw invalid('You may only specify one of these parameters: type, types.', 'type');
    const rows = world.store
      .all('events')
      .filter((row) => matches(type, row.type) && (!types || types.includes(row.type)))
      .filter((row) => within(row.created, input.created))
      .filter((row) => is(delivery_success?.toString(), String(row.pending_webhooks === 0)));
    return page(rows, input, url);
  }),
  endpoint('GET /v1/events/:id', {}, ({ world, id }) => find(world, 'events', id)),
];

/** A type may end in a star: charge.* */
const matches = (wanted: string | undefined, type: string) =>
  wanted?.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : is(wanted, type);
