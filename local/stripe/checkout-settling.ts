import type Stripe from 'stripe';
import { emit } from './events.ts';
import type { World } from './world.ts';

/**
 * The bank debit behind a completed session has cleared or come back:
 * https://docs.stripe.com/checkout/fulfillment#delayed-notification
 */
export const sessionSettled = (world: World, intent: Stripe.PaymentIntent, cleared: boolean): void => {
  const session = world.store.all('sessions').find((row) => row.payment_intent === intent.id);
  if (session?.status !== 'complete') return;
  if (cleared) session.payment_status = 'paid';
  world.store.put('sessions', session);
  emit(world, cleared ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed', session);
};
