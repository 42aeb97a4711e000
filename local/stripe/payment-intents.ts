import type Stripe from 'stripe';
import type * as z from 'zod';
import { charge, declineError } from './charging.ts';
import { checkDestination } from './destination.ts';
import { endpoint } from './endpoint.ts';
import { invalid } from './errors.ts';
import { emit } from './events.ts';
import { newId, randomText } from './ids.ts';
import { is, page, within } from './lists.ts';
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
import { attach, newPaymentMethod, paymentMethod } from './payment-methods.ts';
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

type Input = z.infer<z.ZodObject<typeof createShape>>;
type Confirm = {
  payment_method?: string;
  payment_method_data?: MethodInput;
  off_session?: boolean;
  error_on_requires_action?: boolean;
};

/** Makes a payment intent, unconfirmed. Throws when its amount or its parties cannot be. */
export const newPaymentIntent = (world: World, input: Input): Stripe.PaymentIntent => {
  checkAmount(input);
  checkDestination(world, input, '');
  if (input.customer) find(world, 'customers', input.customer, 'customer');
  const method = methodOf(world, input);
  const id = newId('pi');
  const row: Stripe.PaymentIntent = {
    ...BLANK,
    id,
    amount: input.amount,
    application_fee_amount: input.application_fee_amount ?? null,
    automatic_payment_methods: input.automatic_payment_methods
      ? { allow_redirects: 'always', ...input.automatic_payment_methods }
      : null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: world.clock.now(),
    currency: input.currency.toLowerCase(),
    customer: input.customer ?? null,
    description: input.description ?? null,
    metadata: merged({}, input.metadata),
    on_behalf_of: input.on_behalf_of ?? null,
    payment_method: method?.id ?? null,
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    payment_method_types: input.allowed_payment_method_types ?? ['card'],
    receipt_email: input.receipt_email ?? null,
    setup_future_usage: input.setup_future_usage ?? null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: input.transfer_data ?? null,
    transfer_group: input.transfer_group ?? null,
  };
  emit(world, 'payment_intent.created', row);
  return world.store.put('payment_intents', row);
};

/** Confirms an intent. Throws the card_error of a decline, after recording it. */
export const confirm = (world: World, row: Stripe.PaymentIntent, input: Confirm): Stripe.PaymentIntent => {
  if (!CHANGEABLE.includes(row.status)) throw wrongState(row, 'confirmed');
  const method =
    methodOf(world, input) ?? (row.payment_method ? paymentMethod(world, row.payment_method as string) : undefined);
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

const methodOf = (world: World, { payment_method, payment_method_data }: Confirm): Stripe.PaymentMethod | undefined => {
  if (payment_method) return paymentMethod(world, payment_method, 'payment_method');
  return payment_method_data ? newPaymentMethod(world, payment_method_data) : undefined;
};

/** USD at least half a dollar, at most eight digits: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const checkAmount = ({
  amount,
  application_fee_amount: fee = 0,
}: {
  amount: number;
  application_fee_amount?: number;
}): void => {
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer');
  if (amount < 50) throw invalid('Amount must be at least $0.50 usd', 'amount', 'amount_too_small');
  if (amount > 99_999_999) throw invalid('Amount must be no more than $999,999.99', 'amount', 'amount_too_large');
  if (fee > amount)
    throw invalid('application_fee_amount must be less than or equal to the charge amount', 'application_fee_amount');
};

const NO_METHOD =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";

const wrongType = (method: Stripe.PaymentMethod, row: Stripe.PaymentIntent) =>
  `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${row.payment_method_types.join(', ')}.`;

const wrongState = (row: Stripe.PaymentIntent, verb: string) => {
  const message = `This PaymentIntent's status is ${row.status}, so it could not be ${verb}.`;
  return invalid(message, undefined, 'payment_intent_unexpected_state');
};

const BLANK = {
  object: 'payment_intent',
  amount_capturable: 0,
  amount_details: { tip: {} },
  amount_received: 0,
  application: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  confirmation_method: 'automatic',
  customer_account: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  next_action: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_record: null,
  processing: null,
  review: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
} as const satisfies Partial<Stripe.PaymentIntent>;
