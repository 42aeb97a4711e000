import type Stripe from 'stripe';
import type { Context } from './context.ts';

type Follower = (ctx: Context, object: never) => void;
const followers = new Map<Stripe.Event.Type, Follower[]>();

/** Runs `work` for each event of this type, before its webhook is sent: a paid intent pays its invoice. */
export const onEvent = <T extends object>(type: Stripe.Event.Type, work: (ctx: Context, object: T) => void): void => {
  followers.set(type, [...(followers.get(type) ?? []), work as Follower]);
};

export const notifyListeners = (ctx: Context, type: Stripe.Event.Type, object: object): void => {
  for (const work of followers.get(type) ?? []) work(ctx, object as never);
};
