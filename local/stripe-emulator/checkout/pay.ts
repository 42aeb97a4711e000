import type Stripe from 'stripe';
import { newCustomer } from '../catalog/customers.ts';
import type { Context } from '../core/context.ts';
import { StripeError } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { cancelJob } from '../core/schedule.ts';
import type { Session } from '../core/state.ts';
import type { MethodInput } from '../payments/payment-method-shapes.ts';
import { newPaymentMethod } from '../payments/payment-methods.ts';
import type { Outcome } from './mode.ts';
import { MODES } from './modes.ts';

export type Payer = { email: string; method: MethodInput };

/**
 * One press of Pay. A session that is no longer open is left alone, so that pressing twice pays once.
 * Gives what came of it, or undefined when there was nothing to pay.
 */
export const payCheckout = (ctx: Context, session: Session, payer: Payer): Outcome | undefined => {
  const checkout = ctx.store.get('checkouts', session.id);
  const mode = MODES[session.mode];
  if (session.status !== 'open' || !checkout || !mode) return undefined;
  try {
    const method = newPaymentMethod(ctx, payer.method);
    session.customer_details = detailsOf(payer);
    if (!session.customer && session.customer_creation === 'always')
      session.customer = newCustomer(ctx, { email: payer.email }).id;
    return settled(ctx, session, mode.pay({ ctx, session, checkout, method }));
  } catch (error) {
    if (error instanceof StripeError) return { refused: error.body.message };
    throw error;
  }
};

export const resumeCheckout = (ctx: Context, session: Session, complete: boolean): Outcome | undefined => {
  const mode = MODES[session.mode];
  if (session.status !== 'open' || !mode) return undefined;
  return settled(ctx, session, mode.resume(ctx, session, complete));
};

const settled = (ctx: Context, session: Session, outcome: Outcome): Outcome => {
  ctx.store.put('sessions', session);
  if (!('done' in outcome)) return outcome;
  Object.assign(session, { status: 'complete', payment_status: outcome.done, url: null });
  cancelJob(ctx, 'session_expires', session.id);
  emit(ctx, 'checkout.session.completed', session);
  return outcome;
};

const detailsOf = ({ email, method }: Payer): Stripe.Checkout.Session.CustomerDetails => ({
  address: {
    city: null,
    country: 'US',
    line1: null,
    line2: null,
    postal_code: method.billing_details?.address?.postal_code ?? null,
    state: null,
  } as unknown as Stripe.Address,
  business_name: null,
  email,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
});
