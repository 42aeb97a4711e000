import type Stripe from 'stripe';
import * as z from 'zod';
import { boolean, created, integer, metadata, paging, type Shape, text, unsettable } from '../core/params.ts';
import { methodData } from './payment-method-shapes.ts';

const types = z.array(z.enum(['card', 'us_bank_account']));
export const automatic = z.strictObject({ enabled: boolean, allow_redirects: z.enum(['always', 'never']).optional() });

const common = {
  customer: text.optional(),
  description: unsettable(text).optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  payment_method_data: methodData.optional(),
  allowed_payment_method_types: types.optional(),
  receipt_email: unsettable(text).optional(),
  setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
};

export const connectShape = {
  application_fee_amount: integer.optional(),
  on_behalf_of: text.optional(),
  transfer_data: z.strictObject({ destination: text, amount: integer.optional() }).optional(),
  transfer_group: text.optional(),
};
const browserShape = {
  client_secret: text.optional(),
  return_url: text.optional(),
  use_stripe_sdk: boolean.optional(),
};
const flags = { off_session: boolean.optional(), error_on_requires_action: boolean.optional() };

export const createShape = {
  ...common,
  ...connectShape,
  ...flags,
  amount: integer,
  currency: text,
  confirm: boolean.optional(),
  automatic_payment_methods: automatic.optional(),
  return_url: text.optional(),
  use_stripe_sdk: boolean.optional(),
} satisfies Shape<Stripe.PaymentIntentCreateParams>;
export const updateShape = {
  ...common,
  amount: integer.optional(),
  application_fee_amount: integer.optional(),
} satisfies Shape<Stripe.PaymentIntentUpdateParams>;
export const confirmShape = {
  ...browserShape,
  ...flags,
  payment_method: text.optional(),
  payment_method_data: methodData.optional(),
  receipt_email: unsettable(text).optional(),
} satisfies Shape<Stripe.PaymentIntentConfirmParams & { client_secret: string }>;
export const retrieveShape = { client_secret: text.optional() };
export const cancelShape = {
  cancellation_reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']).optional(),
} satisfies Shape<Stripe.PaymentIntentCancelParams>;
export const listShape = {
  ...paging,
  created: created.optional(),
  customer: text.optional(),
} satisfies Shape<Stripe.PaymentIntentListParams>;
export type ConnectInput = z.infer<z.ZodObject<typeof connectShape>>;
