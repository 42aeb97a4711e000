import Stripe from 'stripe';
import type { Context } from './context.ts';
import { notifyListeners } from './event-listeners.ts';
import { newId } from './ids.ts';

type Options = { previous?: object; account?: string };

/**
 * Notes that something happened to `object` and leaves it to the webhooks: https://docs.stripe.com/api/events
 * `previous` holds the changed fields' old values; `account` makes it a Connect event.
 */
export const emit = (ctx: Context, type: Stripe.Event.Type, object: object, options: Options = {}): void => {
  const account = options.account ?? ctx.account;
  const event = {
    id: newId('evt'),
    object: 'event',
    ...(account && { account }),
    api_version: Stripe.API_VERSION,
    created: ctx.clock.now(),
    data: structuredClone({ object, ...(options.previous && { previous_attributes: options.previous }) }),
    livemode: false,
    pending_webhooks: ctx.webhooks.listening ? 1 : 0,
    request: { ...ctx.request },
    type,
  } as unknown as Stripe.Event;
  ctx.store.put('events', event);
  ctx.webhooks.add(event.id);
  notifyListeners(ctx, type, object);
};
