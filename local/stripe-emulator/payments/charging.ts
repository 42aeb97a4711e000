import type Stripe from 'stripe';
import type { Context } from '../core/context.ts';
import { cardError, type StripeError } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { scheduleJob } from '../core/schedule.ts';
import { declineOf, newCharge } from './charges.ts';
import { openDispute } from './disputes.ts';
import { behaviourOf } from './payment-methods.ts';
import { BANK_FAILURES, DISPUTED } from './test-cards.ts';

/** How long a bank debit is under way, in seconds: https://docs.stripe.com/payments/ach-direct-debit#timing */
const BANK_DAYS = 4 * 24 * 3600;

type How = { authenticated?: boolean; off_session?: boolean };

/**
 * Tries to take an intent's money from a payment method; the intent says in its status what came of it:
 * succeeded, processing, requires_action or (declined, with last_payment_error) requires_payment_method.
 */
export const chargeIntent = (
  ctx: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  how: How = {},
): void => {
  intent.payment_method = method.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  const verdict = bankDecision(ctx, method, how);
  if (verdict === 'debit') debit(ctx, intent, method);
  else if (verdict === 'ask') requireAction(ctx, intent);
  else if (verdict === 'take') markSucceeded(ctx, intent, newCharge(ctx, intent, method, { status: 'succeeded' }));
  else decline(ctx, intent, method, verdict);
};

type Decline = { code: string; message: string; decline_code: string };

const bankDecision = (ctx: Context, method: Stripe.PaymentMethod, how: How): 'ask' | 'debit' | 'take' | Decline => {
  if (method.type === 'us_bank_account') return 'debit';
  const behaviour = behaviourOf(ctx, method.id);
  const { kind, authenticated } = behaviour;
  if (needsAuthentication(kind, authenticated) && !how.authenticated)
    return how.off_session ? OFF_SESSION_DECLINE : 'ask';
  if (how.authenticated) ctx.store.put('behaviours', { ...behaviour, authenticated: true });
  const code = kind === 'authenticate_then_decline' || kind === 'fails_later' ? 'generic_decline' : kind;
  const known = declineOf(code);
  return known ? { ...known, decline_code: code } : 'take';
};

const OFF_SESSION_DECLINE: Decline = {
  code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
  decline_code: 'authentication_required',
};

export const markSucceeded = (ctx: Context, intent: Stripe.PaymentIntent, paid: Stripe.Charge): void => {
  intent.latest_charge = paid.id;
  intent.amount_received = intent.amount;
  intent.status = 'succeeded';
  intent.next_action = null;
  intent.processing = null;
  ctx.store.put('payment_intents', intent);
  emit(ctx, 'payment_intent.succeeded', intent);
  const { kind } = behaviourOf(ctx, String(intent.payment_method));
  if (kind in DISPUTED) openDispute(ctx, paid, DISPUTED[kind as keyof typeof DISPUTED]);
};

/** The intent is not paid, and why. */
export const markFailed = (
  ctx: Context,
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError,
): void => {
  const method =
    typeof intent.payment_method === 'string' ? ctx.store.get('payment_methods', intent.payment_method) : undefined;
  intent.last_payment_error = { ...error, ...(method && { payment_method: structuredClone(method) }) };
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.processing = null;
  ctx.store.put('payment_intents', intent);
  emit(ctx, 'payment_intent.payment_failed', intent);
};

export const declineError = (intent: Stripe.PaymentIntent): StripeError => {
  const { code, message, decline_code, charge, payment_method } = intent.last_payment_error!;
  const wording = { code: code ?? 'card_declined', message: message ?? '' };
  return cardError({ ...wording, decline_code, charge, payment_method, payment_intent: structuredClone(intent) });
};

export const needsAuthentication = (kind: string, authenticatedBefore: boolean): boolean =>
  kind === 'authenticate_once' ? !authenticatedBefore : kind.startsWith('authenticate_');

const requireAction = (ctx: Context, intent: Stripe.PaymentIntent): void => {
  intent.status = 'requires_action';
  intent.next_action = authenticationAction(ctx, intent.id);
  ctx.store.put('payment_intents', intent);
  emit(ctx, 'payment_intent.requires_action', intent);
};

export const authenticationAction = (ctx: Context, intent: string) => ({
  type: 'use_stripe_sdk',
  use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `${ctx.baseUrl}/3d_secure/${intent}` },
});

const decline = (
  ctx: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { code, message, decline_code }: Decline,
): void => {
  const failure = { code, message, decline: decline_code };
  const failed = newCharge(ctx, intent, method, { status: 'failed', failure });
  intent.latest_charge = failed.id;
  const error = {
    type: 'card_error',
    code,
    message,
    charge: failed.id,
    ...(code === 'card_declined' && { decline_code }),
  };
  markFailed(ctx, intent, error as Stripe.PaymentIntent.LastPaymentError);
};

const debit = (ctx: Context, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void => {
  const pending = newCharge(ctx, intent, method, { status: 'pending' });
  intent.latest_charge = pending.id;
  intent.status = 'processing';
  ctx.store.put('payment_intents', intent);
  scheduleJob(ctx, ctx.clock.now() + BANK_DAYS, 'bank_settles', intent.id);
  emit(ctx, 'payment_intent.processing', intent);
};

export const debitOutcome = (ctx: Context, intent: Stripe.PaymentIntent) =>
  bankFailureOf(behaviourOf(ctx, intent.payment_method as string).kind);

const bankFailureOf = (kind: string): { code: string; message: string } | undefined =>
  kind in BANK_FAILURES ? BANK_FAILURES[kind as keyof typeof BANK_FAILURES] : undefined;
