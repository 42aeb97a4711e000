import type Stripe from 'stripe';
import { collectInvoice } from '../billing/collect-invoice.ts';
import { changeSubscription } from '../billing/subscription-changes.ts';
import { subscriptionOf } from '../billing/subscription-rows.ts';
import { setDefaultMethod } from '../checkout/subscription-mode.ts';
import { type Context, find } from '../core/context.ts';
import { StripeError } from '../core/errors.ts';
import { authenticate } from '../payments/authentication.ts';
import type { MethodInput } from '../payments/payment-method-shapes.ts';
import { newPaymentMethod } from '../payments/payment-methods.ts';
import { confirmSetup, newSetupIntent } from '../payments/setup-intents.ts';
import { type PortalSession, subscriptionFor } from './plans.ts';

export type CardOutcome = { done: true } | { step: string } | { refused: string };

export const cardFor = (ctx: Context, session: PortalSession): Stripe.PaymentMethod | undefined => {
  const customer = find(ctx, 'customers', session.customer);
  const id =
    subscriptionFor(ctx, session)?.default_payment_method ??
    (customer.invoice_settings.default_payment_method as string | null);
  return id ? ctx.store.get('payment_methods', id) : undefined;
};

export const replaceCard = (ctx: Context, session: PortalSession, input: MethodInput): CardOutcome => {
  try {
    const method = newPaymentMethod(ctx, input);
    const intent = newSetupIntent(ctx, { customer: session.customer, usage: 'off_session' });
    return outcomeOf(ctx, session, confirmSetup(ctx, intent, { payment_method: method.id }));
  } catch (error) {
    if (error instanceof StripeError) return { refused: error.body.message };
    throw error;
  }
};

export const resumeCard = (ctx: Context, session: PortalSession, id: string, complete: boolean): CardOutcome => {
  if (find(ctx, 'setup_intents', id).customer !== session.customer) return { refused: 'This page has expired.' };
  return outcomeOf(ctx, session, authenticate(ctx, id, complete) as Stripe.SetupIntent);
};

const outcomeOf = (ctx: Context, session: PortalSession, intent: Stripe.SetupIntent): CardOutcome => {
  if (intent.status === 'requires_action') return { step: intent.id };
  if (intent.status !== 'succeeded') return { refused: intent.last_setup_error?.message ?? 'Your card was declined.' };
  payWith(ctx, session, intent.payment_method as string);
  return { done: true };
};

/** Open invoices are charged to the new card at once. */
const payWith = (ctx: Context, session: PortalSession, method: string): void => {
  setDefaultMethod(ctx, session.customer, method);
  const row = subscriptionFor(ctx, session);
  if (!row) return;
  if (row.default_payment_method) changeSubscription(ctx, row.id, { default_payment_method: method });
  const owed = ctx.store.all('invoices').filter((invoice) => subscriptionOf(invoice) === row.id);
  for (const { id, status } of owed.reverse()) if (status === 'open') collectInvoice(ctx, id);
};
