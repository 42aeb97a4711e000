import type Stripe from 'stripe';
import * as z from 'zod';
import { boolean, created, integer, metadata, paging, type Shape, text, unsettable } from '../core/params.ts';

const proration = z.enum(['always_invoice', 'create_prorations', 'none']).optional();
const trialEnd = z.union([z.literal('now'), integer]).optional();
const trialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }),
});
const paymentSettings = z.strictObject({
  payment_method_types: z.array(z.enum(['card', 'us_bank_account'])).optional(),
  save_default_payment_method: z.enum(['off', 'on_subscription']).optional(),
});
const FEEDBACK = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const;
const details = z.strictObject({
  comment: unsettable(text).optional(),
  feedback: unsettable(z.enum(FEEDBACK)).optional(),
});
const item = z.strictObject({ price: text, quantity: integer.optional(), metadata: metadata.optional() });
const changedItem = z.strictObject({ id: text.optional(), price: text.optional(), quantity: integer.optional() });

const common = {
  cancel_at: unsettable(integer).optional(),
  cancel_at_period_end: boolean.optional(),
  collection_method: z.enum(['charge_automatically']).optional(),
  default_payment_method: unsettable(text).optional(),
  description: unsettable(text).optional(),
  metadata: metadata.optional(),
  off_session: boolean.optional(),
  payment_settings: paymentSettings.optional(),
  proration_behavior: proration,
  trial_end: trialEnd,
  trial_settings: trialSettings.optional(),
};

export const createShape = {
  ...common,
  currency: text.optional(),
  customer: text,
  items: z.array(item),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete']).optional(),
  trial_period_days: integer.optional(),
} satisfies Shape<Stripe.SubscriptionCreateParams>;
export const updateShape = {
  ...common,
  billing_cycle_anchor: z.enum(['unchanged']).optional(),
  cancellation_details: details.optional(),
  items: z.array(changedItem).optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete']).optional(),
  proration_date: integer.optional(),
} satisfies Shape<Stripe.SubscriptionUpdateParams>;
export const cancelShape = {
  cancellation_details: details.optional(),
  invoice_now: boolean.optional(),
  prorate: boolean.optional(),
} satisfies Shape<Stripe.SubscriptionCancelParams>;
export const resumeShape = {
  billing_cycle_anchor: z.enum(['now']).optional(),
  proration_behavior: proration,
} satisfies Shape<Stripe.SubscriptionResumeParams>;
export const listShape = {
  ...paging,
  collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
  created: created.optional(),
  customer: text.optional(),
  price: text.optional(),
  status: z
    .enum([
      'active',
      'all',
      'canceled',
      'ended',
      'incomplete',
      'incomplete_expired',
      'past_due',
      'paused',
      'trialing',
      'unpaid',
    ])
    .optional(),
} satisfies Shape<Stripe.SubscriptionListParams>;

export type CreateInput = z.infer<z.ZodObject<typeof createShape>>;
export type UpdateInput = z.infer<z.ZodObject<typeof updateShape>>;
export type Details = z.infer<typeof details>;
