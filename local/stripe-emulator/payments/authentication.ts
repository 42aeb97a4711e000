import type Stripe from 'stripe';
import { type Context, find } from '../core/context.ts';
import { chargeIntent, markFailed } from './charging.ts';
import { failSetup, succeedSetup } from './setup-intents.ts';

const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/**
 * The customer's bank answers the 3-D Secure question of an intent; one that asks nothing is left as it is.
 * Sources: https://docs.stripe.com/payments/3d-secure
 */
export const authenticate = (
  ctx: Context,
  id: string,
  complete: boolean,
): Stripe.PaymentIntent | Stripe.SetupIntent => {
  if (id.startsWith('seti_')) return authenticateSetup(ctx, id, complete);
  const intent = find(ctx, 'payment_intents', id);
  if (intent.status !== 'requires_action') return intent;
  if (complete)
    chargeIntent(ctx, intent, find(ctx, 'payment_methods', intent.payment_method as string), { authenticated: true });
  else
    markFailed(ctx, intent, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: AUTHENTICATION_FAILED,
    });
  return intent;
};

const authenticateSetup = (ctx: Context, id: string, complete: boolean): Stripe.SetupIntent => {
  const intent = find(ctx, 'setup_intents', id);
  if (intent.status !== 'requires_action') return intent;
  const behaviour = ctx.store.get('behaviours', intent.payment_method as string);
  if (!complete) {
    failSetup(ctx, intent, { code: 'setup_intent_authentication_failure', message: AUTHENTICATION_FAILED });
    return intent;
  }
  if (behaviour) ctx.store.put('behaviours', { ...behaviour, authenticated: true });
  return succeedSetup(ctx, intent);
};
