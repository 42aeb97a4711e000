import type Stripe from 'stripe';
import { charge, fail } from './charging.ts';
import { failSetup, succeed } from './setup-intents.ts';
import { find, type World } from './world.ts';

export const STEP_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/**
 * The customer's bank answers the 3-D Secure question of an intent; one that asks nothing is left as it is.
 * Sources: https://docs.stripe.com/payments/3d-secure
 */
export const authenticate = (
  world: World,
  id: string,
  complete: boolean,
): Stripe.PaymentIntent | Stripe.SetupIntent => {
  if (id.startsWith('seti_')) return authenticateSetup(world, id, complete);
  const intent = find(world, 'payment_intents', id);
  if (intent.status !== 'requires_action') return intent;
  if (complete)
    charge(world, intent, find(world, 'payment_methods', intent.payment_method as string), { authenticated: true });
  else
    fail(world, intent, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: STEP_FAILED,
    });
  return intent;
};

const authenticateSetup = (world: World, id: string, complete: boolean): Stripe.SetupIntent => {
  const intent = find(world, 'setup_intents', id);
  if (intent.status !== 'requires_action') return intent;
  const behaviour = world.store.get('behaviours', intent.payment_method as string);
  if (!complete) {
    failSetup(world, intent, { code: 'setup_intent_authentication_failure', message: STEP_FAILED });
    return intent;
  }
  if (behaviour) world.store.put('behaviours', { ...behaviour, authenticated: true });
  return succeed(world, intent);
};
