import Stripe from 'stripe';
import { followed } from './follow.ts';
import { newId } from './ids.ts';
import type { World } from './world.ts';

type Options = { previous?: object; account?: string };

/**
 * Notes that something happened to `object` and leaves it to the webhooks: https://docs.stripe.com/api/events
 * `previous` holds the changed fields' old values; `account` makes it a Connect event.
 */
export const emit = (world: World, type: Stripe.Event.Type, object: object, options: Options = {}): void => {
  const account = options.account ?? world.account;
  const event = {
    id: newId('evt'),
    object: 'event',
    ...(account && { account }),
    api_version: Stripe.API_VERSION,
    created: world.clock.now(),
    data: structuredClone({ object, ...(options.previous && { previous_attributes: options.previous }) }),
    livemode: false,
    pending_webhooks: world.webhooks.listening ? 1 : 0,
    request: { ...world.request },
    type,
  } as unknown as Stripe.Event;
  world.store.put('events', event);
  world.webhooks.add(event.id);
  followed(world, type, object);
};
