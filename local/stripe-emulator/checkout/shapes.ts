import type Stripe from 'stripe';
import * as z from 'zod';
import { recurring } from '../catalog/prices.ts';
import { boolean, created, integer, metadata, paging, type Shape, text } from '../core/params.ts';
import { connectShape } from '../payments/payment-intent-shapes.ts';

const priceData = z.strictObject({
  currency: text,
  unit_amount: integer,
  product: text.optional(),
  product_data: z
    .strictObject({
      name: text,
      description: text.optional(),
      images: z.array(text).optional(),
      metadata: metadata.optional(),
    })
    .optional(),
  recurring: recurring.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
});
const lineItem = z.strictObject({
  price: text.optional(),
  price_data: priceData.optional(),
  quantity: integer.optional(),
});
export type LineItemInput = z.infer<typeof lineItem>;

const paymentIntentData = z.strictObject({
  ...connectShape,
  description: text.optional(),
  metadata: metadata.optional(),
  receipt_email: text.optional(),
  setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
});
export type PaymentIntentData = z.infer<typeof paymentIntentData>;

const subscriptionData = z.strictObject({
  description: text.optional(),
  metadata: metadata.optional(),
  trial_period_days: integer.optional(),
  trial_end: integer.optional(),
  trial_settings: z
    .strictObject({
      end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }),
    })
    .optional(),
});

export const createShape = {
  mode: z.enum(['payment', 'subscription', 'setup']),
  line_items: z.array(lineItem).optional(),
  success_url: text.optional(),
  cancel_url: text.optional(),
  client_reference_id: text.optional(),
  customer: text.optional(),
  customer_email: text.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  expires_at: integer.optional(),
  locale: text.optional(),
  metadata: metadata.optional(),
  payment_intent_data: paymentIntentData.optional(),
  subscription_data: subscriptionData.optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  allowed_payment_method_types: z.array(z.enum(['card', 'us_bank_account'])).optional(),
  payment_method_options: z
    .strictObject({
      us_bank_account: z.strictObject({ verification_method: z.enum(['automatic', 'instant']).optional() }).optional(),
    })
    .optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  allow_promotion_codes: boolean.optional(),
  ui_mode: z.enum(['hosted', 'hosted_page']).optional(),
} satisfies Shape<Stripe.Checkout.SessionCreateParams>;
export type CheckoutInput = z.infer<z.ZodObject<typeof createShape>>;

export const listShape = {
  ...paging,
  created: created.optional(),
  customer: text.optional(),
  payment_intent: text.optional(),
  subscription: text.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
} satisfies Shape<Stripe.Checkout.SessionListParams>;
