import type Stripe from 'stripe';
import * as z from 'zod';
import { integer, metadata, paging, type Shape, text, unsettable } from '../core/params.ts';

const orNull = unsettable(text).optional();

const billing = z.strictObject({
  address: z
    .strictObject({ city: orNull, country: orNull, line1: orNull, line2: orNull, postal_code: orNull, state: orNull })
    .optional(),
  email: orNull,
  name: orNull,
  phone: orNull,
});

const methodShape = {
  type: z.enum(['card', 'us_bank_account']),
  card: z.strictObject({ number: text, exp_month: integer, exp_year: integer, cvc: text.optional() }).optional(),
  us_bank_account: z
    .strictObject({
      account_number: text,
      routing_number: text,
      account_holder_type: z.enum(['individual', 'company']).optional(),
      account_type: z.enum(['checking', 'savings']).optional(),
    })
    .optional(),
  billing_details: billing.optional(),
  metadata: metadata.optional(),
} satisfies Shape<Stripe.PaymentMethodCreateParams>;
export const methodData = z.strictObject(methodShape);
export type MethodInput = z.infer<typeof methodData>;

export const createShape = methodShape;
export const updateShape = {
  billing_details: billing.optional(),
  metadata: metadata.optional(),
} satisfies Shape<Stripe.PaymentMethodUpdateParams>;
export const attachShape = { customer: text };
export const listShape = {
  ...paging,
  customer: text.optional(),
  type: text.optional(),
} satisfies Shape<Stripe.PaymentMethodListParams>;
