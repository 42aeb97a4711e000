import type Stripe from 'stripe';
import * as z from 'zod';
import { boolean, integer, metadata, paging, type Shape, text, unsettable } from '../core/params.ts';

const proration = z.enum(['always_invoice', 'create_prorations', 'none']).optional();
const listOf = <T extends z.ZodType>(type: T) =>
  z.union([z.literal('').transform((): z.output<T>[] => []), z.array(type)]);

const product = z.strictObject({ prices: z.array(text), product: text });
const cancellationReason = z.strictObject({
  enabled: boolean,
  options: listOf(
    z.enum([
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ]),
  ),
});
const features = z.strictObject({
  customer_update: z
    .strictObject({
      allowed_updates: listOf(z.enum(['address', 'email', 'name', 'phone'])).optional(),
      enabled: boolean,
    })
    .optional(),
  invoice_history: z.strictObject({ enabled: boolean }).optional(),
  payment_method_update: z.strictObject({ enabled: boolean }).optional(),
  subscription_cancel: z
    .strictObject({
      cancellation_reason: cancellationReason.optional(),
      enabled: boolean,
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: proration,
    })
    .optional(),
  subscription_update: z
    .strictObject({
      default_allowed_updates: listOf(z.enum(['price'])).optional(),
      enabled: boolean,
      products: listOf(product).optional(),
      proration_behavior: proration,
      schedule_at_period_end: z
        .strictObject({
          conditions: z.array(z.strictObject({ type: z.enum(['decreasing_item_amount']) })).optional(),
        })
        .optional(),
      trial_update_behavior: z.enum(['continue_trial', 'end_trial']).optional(),
    })
    .optional(),
});
const common = {
  business_profile: z
    .strictObject({
      headline: unsettable(text).optional(),
      privacy_policy_url: text.optional(),
      terms_of_service_url: text.optional(),
    })
    .optional(),
  default_return_url: unsettable(text).optional(),
  metadata: metadata.optional(),
  name: unsettable(text).optional(),
};

export const configurationShape = {
  ...common,
  features,
} satisfies Shape<Stripe.BillingPortal.ConfigurationCreateParams>;
export const configurationUpdate = {
  ...common,
  active: boolean.optional(),
  features: features.optional(),
} satisfies Shape<Stripe.BillingPortal.ConfigurationUpdateParams>;
export const configurationList = {
  ...paging,
  active: boolean.optional(),
  is_default: boolean.optional(),
} satisfies Shape<Stripe.BillingPortal.ConfigurationListParams>;

const subscription = z.strictObject({ subscription: text }).optional();
const afterCompletion = z.strictObject({
  hosted_confirmation: z.strictObject({ custom_message: text.optional() }).optional(),
  redirect: z.strictObject({ return_url: text }).optional(),
  type: z.enum(['hosted_confirmation', 'portal_homepage', 'redirect']),
});
const flow = z.strictObject({
  after_completion: afterCompletion.optional(),
  subscription_cancel: subscription,
  subscription_update: subscription,
  subscription_update_confirm: z
    .strictObject({
      items: z.array(z.strictObject({ id: text, price: text.optional(), quantity: integer.optional() })),
      subscription: text,
    })
    .optional(),
  type: z.enum(['payment_method_update', 'subscription_cancel', 'subscription_update', 'subscription_update_confirm']),
});
export const sessionShape = {
  configuration: text.optional(),
  customer: text,
  flow_data: flow.optional(),
  locale: text.optional(),
  return_url: text.optional(),
} satisfies Shape<Stripe.BillingPortal.SessionCreateParams>;

export type Features = z.infer<typeof features>;
export type SessionInput = z.infer<z.ZodObject<typeof sessionShape>>;
