import type Stripe from 'stripe';
import type { Context } from './context.ts';

type Follower = (ctx: Context, object: never) => void;
const followers = new Map<Stripe.Event.Type, Follower[]>();

/** Makes `work` follow each event of this type, at once and before anybody is told: a paid intent pays its invoice. */
export const onEvent = <T extends object>(type: Stripe.Event.Type, work: (ctx: Context, object: T) => void): void => {
  followers.set(type, [...(followers.get(type) ?? []), work as Follower]);
};

/** Does what follows from an event. */
export const notifyListeners = (ctx: Context, type: Stripe.Event.Type, object: object): void => {
  for (const work of followers.get(type) ?? []) work(ctx, object as never);
};
