import type Stripe from 'stripe';
import { type Context, find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { invalidRequest } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { inRange, matchesFilter, page } from '../core/lists.ts';
import { mergeMetadata } from '../core/params.ts';
import { chargeIntent, declineError } from './charging.ts';
import { findIntent } from './find-intent.ts';
import { newPaymentIntent } from './new-payment-intent.ts';
import {
  cancelShape,
  confirmShape,
  createShape,
  listShape,
  retrieveShape,
  updateShape,
} from './payment-intent-shapes.ts';
import type { MethodInput } from './payment-method-shapes.ts';
import { attach, methodFrom, paymentMethod } from './payment-methods.ts';

/** https://docs.stripe.com/api/payment_intents */
export const paymentIntentEndpoints = [
  endpoint('POST /v1/payment_intents', createShape, ({ ctx, input }) => {
    const row = newPaymentIntent(ctx, input);
    return input.confirm ? confirmIntent(ctx, row, input) : row;
  }),
  endpoint('GET /v1/payment_intents', listShape, ({ ctx, input, url }) => {
    const rows = ctx.store.all('payment_intents').filter((row) => matchesFilter(input.customer, row.customer));
    return page(
      rows.filter((row) => inRange(row.created, input.created)),
      input,
      url,
    );
  }),
  endpoint('GET /v1/payment_intents/:id', retrieveShape, (call) => findIntent('payment_intents', call), {
    browser: true,
  }),
  endpoint('POST /v1/payment_intents/:id', updateShape, ({ ctx, input, id }) => {
    const old = find(ctx, 'payment_intents', id);
    if (!CHANGEABLE.includes(old.status)) throw wrongState(old, 'updated');
    const { metadata, payment_method, payment_method_data: _, ...fields } = input;
    if (payment_method) old.payment_method = paymentMethod(ctx, payment_method, 'payment_method').id;
    return ctx.store.put('payment_intents', { ...old, ...fields, metadata: mergeMetadata(old.metadata, metadata) });
  }),
  endpoint(
    'POST /v1/payment_intents/:id/confirm',
    confirmShape,
    (call) => confirmIntent(call.ctx, findIntent('payment_intents', call), call.input),
    { browser: true },
  ),
  endpoint('POST /v1/payment_intents/:id/cancel', cancelShape, ({ ctx, input, id }) => {
    const row = find(ctx, 'payment_intents', id);
    if (!CHANGEABLE.includes(row.status)) throw wrongState(row, 'canceled');
    return cancelIntent(ctx, row, input.cancellation_reason);
  }),
];

const CHANGEABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

type Confirm = {
  payment_method?: string;
  payment_method_data?: MethodInput;
  off_session?: boolean;
  error_on_requires_action?: boolean;
};

/** Confirms an intent. Throws the card_error of a decline, after recording it. */
const confirmIntent = (ctx: Context, row: Stripe.PaymentIntent, input: Confirm): Stripe.PaymentIntent => {
  if (!CHANGEABLE.includes(row.status)) throw wrongState(row, 'confirmed');
  const method =
    methodFrom(ctx, input) ?? (row.payment_method ? paymentMethod(ctx, row.payment_method as string) : undefined);
  if (!method) throw invalidRequest(NO_METHOD, 'payment_method', 'payment_intent_unexpected_state');
  if (!row.payment_method_types.includes(method.type)) throw invalidRequest(wrongType(method, row), 'payment_method');
  chargeIntent(ctx, row, method, { off_session: input.off_session });
  if (row.status === 'requires_payment_method') throw declineError(row);
  if (row.status === 'succeeded' && row.setup_future_usage && row.customer) attach(ctx, method, row.customer as string);
  return row;
};

export const cancelIntent = (
  ctx: Context,
  row: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason = null as unknown as Stripe.PaymentIntent.CancellationReason,
): Stripe.PaymentIntent => {
  Object.assign(row, {
    status: 'canceled',
    canceled_at: ctx.clock.now(),
    cancellation_reason: reason,
    next_action: null,
  });
  emit(ctx, 'payment_intent.canceled', row);
  return ctx.store.put('payment_intents', row);
};

const NO_METHOD =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";

const wrongType = (method: Stripe.PaymentMethod, row: Stripe.PaymentIntent) =>
  `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${row.payment_method_types.join(', ')}.`;

const wrongState = (row: Stripe.PaymentIntent, verb: string) => {
  const message = `This PaymentIntent's status is ${row.status}, so it could not be ${verb}.`;
  return invalidRequest(message, undefined, 'payment_intent_unexpected_state');
};
