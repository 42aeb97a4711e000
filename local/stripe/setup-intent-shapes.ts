import type Stripe from 'stripe';
import * as z from 'zod';
import { boolean, created, metadata, paging, type Shape, text } from './params.ts';
import { automatic } from './payment-intent-shapes.ts';
import { methodData } from './payment-method-shapes.ts';

const usage = z.enum(['off_session', 'on_session']).optional();
const method = { payment_method: text.optional(), payment_method_data: methodData.optional() };
export const createShape = {
  ...method,
  automatic_payment_methods: automatic.optional(),
  confirm: boolean.optional(),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  allowed_payment_method_types: z.array(z.enum(['card', 'us_bank_account'])).optional(),
  return_url: text.optional(),
  usage,
} satisfies Shape<Stripe.SetupIntentCreateParams>;
export const confirmShape = {
  ...method,
  client_secret: text.optional(),
  return_url: text.optional(),
  use_stripe_sdk: boolean.optional(),
} satisfies Shape<Stripe.SetupIntentConfirmParams & { client_secret: string }>;
export const updateShape = {
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
} satisfies Shape<Stripe.SetupIntentUpdateParams>;
export const cancelShape = {
  cancellation_reason: z.enum(['abandoned', 'requested_by_customer', 'duplicate']).optional(),
} satisfies Shape<Stripe.SetupIntentCancelParams>;
export const listShape = {
  ...paging,
  created: created.optional(),
  customer: text.optional(),
  payment_method: text.optional(),
} satisfies Shape<Stripe.SetupIntentListParams>;
