import type Stripe from 'stripe';
import { settleCharge } from './charges.ts';
import { debitOutcome, fail, take } from './charging.ts';
import { sessionSettled } from './checkout-settling.ts';
import { invalid } from './errors.ts';
import { unschedule } from './schedule.ts';
import { BANK_FAILURES } from './test-cards.ts';
import { find, type World } from './world.ts';

/** A bank debit under way ends as its test account says. */
export const bankSettles = (world: World, id: string): void => {
  const intent = world.store.get('payment_intents', id);
  if (intent?.status === 'processing') settle(world, intent, debitOutcome(world, intent));
};

/** Ends a debit at once: it clears, or comes back for want of money. Throws when none is under way. */
export const settleBank = (world: World, id: string, how: 'clear' | 'fail'): Stripe.PaymentIntent => {
  const intent = find(world, 'payment_intents', id);
  if (intent.status !== 'processing') throw invalid(`${id} is ${intent.status}, not processing.`, 'payment_intent');
  unschedule(world, 'bank_settles', id);
  settle(
    world,
    intent,
    how === 'fail' ? (debitOutcome(world, intent) ?? BANK_FAILURES.bank_insufficient_funds) : undefined,
  );
  return intent;
};

const settle = (world: World, intent: Stripe.PaymentIntent, failure?: { code: string; message: string }): void => {
  const charge = find(world, 'charges', intent.latest_charge as string);
  settleCharge(world, charge, failure);
  if (failure) {
    const error = { type: 'invalid_request_error', charge: charge.id, ...failure };
    fail(world, intent, error as Stripe.PaymentIntent.LastPaymentError);
  } else take(world, intent, charge);
  sessionSettled(world, intent, !failure);
};
