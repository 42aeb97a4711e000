import type Stripe from 'stripe';
import { type Context, find } from '../core/context.ts';
import { invalidRequest } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { cancelJob } from '../core/schedule.ts';
import { settleCharge } from './charges.ts';
import { debitOutcome, markFailed, markSucceeded } from './charging.ts';
import { BANK_FAILURES } from './test-cards.ts';

export const settleDueDebit = (ctx: Context, id: string): void => {
  const intent = ctx.store.get('payment_intents', id);
  if (intent?.status === 'processing') endDebit(ctx, intent, debitOutcome(ctx, intent));
};

/** Ends a debit at once: it clears, or comes back for want of money. Throws when none is under way. */
export const settleDebit = (ctx: Context, id: string, how: 'clear' | 'fail'): Stripe.PaymentIntent => {
  const intent = find(ctx, 'payment_intents', id);
  if (intent.status !== 'processing')
    throw invalidRequest(`${id} is ${intent.status}, not processing.`, 'payment_intent');
  cancelJob(ctx, 'bank_settles', id);
  endDebit(
    ctx,
    intent,
    how === 'fail' ? (debitOutcome(ctx, intent) ?? BANK_FAILURES.bank_insufficient_funds) : undefined,
  );
  return intent;
};

const endDebit = (ctx: Context, intent: Stripe.PaymentIntent, failure?: { code: string; message: string }): void => {
  const charge = find(ctx, 'charges', intent.latest_charge as string);
  settleCharge(ctx, charge, failure);
  if (failure) {
    const error = { type: 'invalid_request_error', charge: charge.id, ...failure };
    markFailed(ctx, intent, error as Stripe.PaymentIntent.LastPaymentError);
  } else markSucceeded(ctx, intent, charge);
  sessionSettled(ctx, intent, !failure);
};

/**
 * The bank debit behind a completed session has cleared or come back:
 * https://docs.stripe.com/checkout/fulfillment#delayed-notification
 */
const sessionSettled = (ctx: Context, intent: Stripe.PaymentIntent, cleared: boolean): void => {
  const session = ctx.store.all('sessions').find((row) => row.payment_intent === intent.id);
  if (session?.status !== 'complete') return;
  if (cleared) session.payment_status = 'paid';
  ctx.store.put('sessions', session);
  emit(ctx, cleared ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed', session);
};
