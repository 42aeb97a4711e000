import type Stripe from 'stripe';
import type * as z from 'zod';
import { type Context, find } from '../core/context.ts';
import { invalidRequest } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { newId, randomText } from '../core/ids.ts';
import { mergeMetadata } from '../core/params.ts';
import { checkDestination } from './destination.ts';
import type { createShape } from './payment-intent-shapes.ts';
import { methodFrom } from './payment-methods.ts';

type Input = z.infer<z.ZodObject<typeof createShape>>;

/** Makes a payment intent, unconfirmed. Throws when its amount or its parties cannot be. */
export const newPaymentIntent = (ctx: Context, input: Input): Stripe.PaymentIntent => {
  checkAmount(input);
  checkDestination(ctx, input, '');
  if (input.customer) find(ctx, 'customers', input.customer, 'customer');
  const method = methodFrom(ctx, input);
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
    created: ctx.clock.now(),
    currency: input.currency.toLowerCase(),
    customer: input.customer ?? null,
    description: input.description ?? null,
    metadata: mergeMetadata({}, input.metadata),
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
  emit(ctx, 'payment_intent.created', row);
  return ctx.store.put('payment_intents', row);
};

/** USD at least half a dollar, at most eight digits: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const checkAmount = ({
  amount,
  application_fee_amount: fee = 0,
}: {
  amount: number;
  application_fee_amount?: number;
}): void => {
  if (amount < 1)
    throw invalidRequest('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer');
  if (amount < 50) throw invalidRequest('Amount must be at least $0.50 usd', 'amount', 'amount_too_small');
  if (amount > 99_999_999)
    throw invalidRequest('Amount must be no more than $999,999.99', 'amount', 'amount_too_large');
  if (fee > amount)
    throw invalidRequest(
      'application_fee_amount must be less than or equal to the charge amount',
      'application_fee_amount',
    );
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
