import type Stripe from 'stripe';
import type { Context } from '../core/context.ts';
import type { Checkout, Session } from '../core/state.ts';
import { authenticate } from '../payments/authentication.ts';
import { chargeIntent } from '../payments/charging.ts';
import { newPaymentIntent } from '../payments/new-payment-intent.ts';
import type { Mode, Outcome } from './mode.ts';
import type { PaymentIntentData } from './shapes.ts';
import { subscription } from './subscription-mode.ts';

const payment: Mode = {
  button: 'Pay',
  pay: ({ ctx, session, checkout, method }) => {
    const intent = intentOf(ctx, session, checkout, method);
    chargeIntent(ctx, intent, method);
    return outcomeOf(intent);
  },
  resume: (ctx, session, complete) =>
    outcomeOf(authenticate(ctx, session.payment_intent as string, complete) as Stripe.PaymentIntent),
};

export const MODES: Partial<Record<Session['mode'], Mode>> = { payment, subscription };
export const SUPPORTED = Object.keys(MODES);

const intentOf = (
  ctx: Context,
  session: Session,
  checkout: Checkout,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent => {
  const old = session.payment_intent && ctx.store.get('payment_intents', session.payment_intent as string);
  if (old) return old;
  const intent = newPaymentIntent(ctx, {
    ...(checkout.payment_intent_data as PaymentIntentData),
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer: (session.customer as string | null) ?? undefined,
    payment_method: method.id,
    allowed_payment_method_types: session.payment_method_types as ('card' | 'us_bank_account')[],
  });
  session.payment_intent = intent.id;
  ctx.store.put('sessions', session);
  return intent;
};

const outcomeOf = (intent: Stripe.PaymentIntent): Outcome => {
  if (intent.status === 'succeeded') return { done: 'paid' };
  if (intent.status === 'processing') return { done: 'unpaid' };
  if (intent.status === 'requires_action') return { step: intent.id };
  return { refused: intent.last_payment_error?.message ?? 'Your payment was not accepted.' };
};
