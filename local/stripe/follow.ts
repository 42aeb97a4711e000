import type Stripe from 'stripe';
import type { World } from './world.ts';

type Follower = (world: World, object: never) => void;
const followers = new Map<Stripe.Event.Type, Follower[]>();

/** Makes `work` follow each event of this type, at once and before anybody is told: a paid intent pays its invoice. */
export const follow = <T extends object>(type: Stripe.Event.Type, work: (world: World, object: T) => void): void => {
  followers.set(type, [...(followers.get(type) ?? []), work as Follower]);
};

/** Does what follows from an event. */
export const followed = (world: World, type: Stripe.Event.Type, object: object): void => {
  for (const work of followers.get(type) ?? []) work(world, object as never);
};
