import type Stripe from 'stripe';
import { charge, declineError } from './charging.ts';
import { endpoint } from './endpoint.ts';
import { invalid } from './errors.ts';
import { emit } from './events.ts';
import { is, page, within } from './lists.ts';
import { newPaymentIntent } from './new-payment-intent.ts';
import { opened } from './opened.ts';
import { merged } from './params.ts';
import {
  cancelShape,
  confirmShape,
  createShape,
  listShape,
  retrieveShape,
  updateShape,
} from './payment-intent-shapes.ts';
import type { MethodInput } from './payment-method-shapes.ts';
import { attach, givenMethod, paymentMethod } from './payment-methods.ts';
import { find, type World } from './world.ts';

/** https://docs.stripe.com/api/payment_intents */
export const paymentIntentEndpoints = [
  endpoint('POST /v1/payment_intents', createShape, ({ world, input }) => {
    const row = newPaymentIntent(world, input);
    return input.confirm ? confirm(world, row, input) : row;
  }),
  endpoint('GET /v1/payment_intents', listShape, ({ world, input, url }) => {
    const rows = world.store.all('payment_intents').filter((row) => is(input.customer, row.customer));
    return page(
      rows.filter((row) => within(row.created, input.created)),
      input,
      url,
    );
  }),
  endpoint('GET /v1/payment_intents/:id', retrieveShape, (call) => opened('payment_intents', call), { browser: true }),
  endpoint('POST /v1/payment_intents/:id', updateShape, ({ world, input, id }) => {
    const old = find(world, 'payment_intents', id);
    if (!CHANGEABLE.includes(old.status)) throw wrongState(old, 'updated');
    const { metadata, payment_method, payment_method_data: _, ...fields } = input;
    if (payment_method) old.payment_method = paymentMethod(world, payment_method, 'payment_method').id;
    return world.store.put('payment_intents', { ...old, ...fields, metadata: merged(old.metadata, metadata) });
  }),
  endpoint(
    'POST /v1/payment_intents/:id/confirm',
    confirmShape,
    (call) => confirm(call.world, opened('payment_intents', call), call.input),
    { browser: true },
  ),
  endpoint('POST /v1/payment_intents/:id/cancel', cancelShape, ({ world, input, id }) => {
    const row = find(world, 'payment_intents', id);
    if (!CHANGEABLE.includes(row.status)) throw wrongState(row, 'canceled');
    return cancelIntent(world, row, input.cancellation_reason);
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
export const confirm = (world: World, row: Stripe.PaymentIntent, input: Confirm): Stripe.PaymentIntent => {
  if (!CHANGEABLE.includes(row.status)) throw wrongState(row, 'confirmed');
  const method =
    givenMethod(world, input) ?? (row.payment_method ? paymentMethod(world, row.payment_method as string) : undefined);
  if (!method) throw invalid(NO_METHOD, 'payment_method', 'payment_intent_unexpected_state');
  if (!row.payment_method_types.includes(method.type)) throw invalid(wrongType(method, row), 'payment_method');
  charge(world, row, method, { off_session: input.off_session });
  if (row.status === 'requires_payment_method') throw declineError(row);
  if (row.status === 'succeeded' && row.setup_future_usage && row.customer)
    attach(world, method, row.customer as string);
  return row;
};

/** Cancels an intent that nobody has paid. */
export const cancelIntent = (
  world: World,
  row: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason = null as unknown as Stripe.PaymentIntent.CancellationReason,
): Stripe.PaymentIntent => {
  Object.assign(row, {
    status: 'canceled',
    canceled_at: world.clock.now(),
    cancellation_reason: reason,
    next_action: null,
  });
  emit(world, 'payment_intent.canceled', row);
  return world.store.put('payment_intents', row);
};

const NO_METHOD =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";

const wrongType = (method: Stripe.PaymentMethod, row: Stripe.PaymentIntent) =>
  `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${row.payment_method_types.join(', ')}.`;

const wrongState = (row: Stripe.PaymentIntent, verb: string) => {
  const message = `This PaymentIntent's status is ${row.status}, so it could not be ${verb}.`;
  return invalid(message, undefined, 'payment_intent_unexpected_state');
};
