import type Stripe from 'stripe';
import type { Context } from '../core/context.ts';
import type { Checkout, Session } from '../core/state.ts';

export type Outcome = { done: 'paid' | 'unpaid' | 'no_payment_required' } | { step: string } | { refused: string };
export type PaymentAttempt = { ctx: Context; session: Session; checkout: Checkout; method: Stripe.PaymentMethod };

/** How a Checkout Session of one `mode` takes its payment. */
export type Mode = {
  button: string;
  pay(attempt: PaymentAttempt): Outcome;
  resume(ctx: Context, session: Session, complete: boolean): Outcome;
};
