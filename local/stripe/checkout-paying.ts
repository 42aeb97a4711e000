import type Stripe from 'stripe';
import { MODES, type Outcome } from './checkout-modes.ts';
import { newCustomer } from './customers.ts';
import { StripeError } from './errors.ts';
import { emit } from './events.ts';
import type { MethodInput } from './payment-method-shapes.ts';
import { newPaymentMethod } from './payment-methods.ts';
import { unschedule } from './schedule.ts';
import type { Session } from './state.ts';
import type { World } from './world.ts';

export type Payer = { email: string; method: MethodInput };

/**
 * One press of Pay. A session that is no longer open is left alone, so that pressing twice pays once.
 * Gives what came of it, or undefined when there was nothing to pay.
 */
export const pay = (world: World, session: Session, payer: Payer): Outcome | undefined => {
  const checkout = world.store.get('checkouts', session.id);
  const mode = MODES[session.mode];
  if (session.status !== 'open' || !checkout || !mode) return undefined;
  try {
    const method = newPaymentMethod(world, payer.method);
    session.customer_details = detailsOf(payer);
    if (!session.customer && session.customer_creation === 'always')
      session.customer = newCustomer(world, { email: payer.email }).id;
    return settled(world, session, mode.pay({ world, session, checkout, method }));
  } catch (error) {
    if (error instanceof StripeError) return { refused: error.body.message };
    throw error;
  }
};

/** The 3-D Secure step was completed or failed. */
export const resume = (world: World, session: Session, complete: boolean): Outcome | undefined => {
  const mode = MODES[session.mode];
  if (session.status !== 'open' || !mode) return undefined;
  return settled(world, session, mode.resume(world, session, complete));
};

const settled = (world: World, session: Session, outcome: Outcome): Outcome => {
  world.store.put('sessions', session);
  if (!('done' in outcome)) return outcome;
  Object.assign(session, { status: 'complete', payment_status: outcome.done, url: null });
  unschedule(world, 'session_expires', session.id);
  emit(world, 'checkout.session.completed', session);
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
