import type Stripe from 'stripe';
import { authenticate } from './authentication.ts';
import { makeDefault } from './checkout-subscription.ts';
import { StripeError } from './errors.ts';
import { collect } from './invoice-paying.ts';
import type { MethodInput } from './payment-method-shapes.ts';
import { newPaymentMethod } from './payment-methods.ts';
import { type PortalSession, subscriptionFor } from './portal-plans.ts';
import { confirm, newSetupIntent } from './setup-intents.ts';
import { subscriptionOf } from './subscription-rows.ts';
import { change } from './subscription-work.ts';
import { find, type World } from './world.ts';

export type CardOutcome = { done: true } | { step: string } | { refused: string };

/** The card that the customer pays with. */
export const cardFor = (world: World, session: PortalSession): Stripe.PaymentMethod | undefined => {
  const customer = find(world, 'customers', session.customer);
  const id =
    subscriptionFor(world, session)?.default_payment_method ??
    (customer.invoice_settings.default_payment_method as string | null);
  return id ? world.store.get('payment_methods', id) : undefined;
};

/** Sets up another card for the customer and makes it the one to pay with. */
export const replaceCard = (world: World, session: PortalSession, input: MethodInput): CardOutcome => {
  try {
    const method = newPaymentMethod(world, input);
    const intent = newSetupIntent(world, { customer: session.customer, usage: 'off_session' });
    return outcomeOf(world, session, confirm(world, intent, { payment_method: method.id }));
  } catch (error) {
    if (error instanceof StripeError) return { refused: error.body.message };
    throw error;
  }
};

/** The 3-D Secure step of another card was completed or failed. */
export const resumeCard = (world: World, session: PortalSession, id: string, complete: boolean): CardOutcome => {
  if (find(world, 'setup_intents', id).customer !== session.customer) return { refused: 'This page has expired.' };
  return outcomeOf(world, session, authenticate(world, id, complete) as Stripe.SetupIntent);
};

const outcomeOf = (world: World, session: PortalSession, intent: Stripe.SetupIntent): CardOutcome => {
  if (intent.status === 'requires_action') return { step: intent.id };
  if (intent.status !== 'succeeded') return { refused: intent.last_setup_error?.message ?? 'Your card was declined.' };
  payWith(world, session, intent.payment_method as string);
  return { done: true };
};

/** What is owed is charged to the new card at once. */
const payWith = (world: World, session: PortalSession, method: string): void => {
  makeDefault(world, session.customer, method);
  const row = subscriptionFor(world, session);
  if (!row) return;
  if (row.default_payment_method) change(world, row.id, { default_payment_method: method });
  const owed = world.store.all('invoices').filter((invoice) => subscriptionOf(invoice) === row.id);
  for (const { id, status } of owed.reverse()) if (status === 'open') collect(world, id);
};
