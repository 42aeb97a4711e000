import type Stripe from 'stripe';
import * as z from 'zod';
import { boolean, metadata, type Shape, text, unsettable } from '../core/params.ts';

const field = unsettable(text).optional();
const requested = z.strictObject({ requested: boolean }).optional();
const businessType = z.enum(['individual', 'company', 'non_profit', 'government_entity']).optional();

export const updateShape = {
  email: text.optional(),
  business_type: businessType,
  business_profile: z
    .strictObject({
      mcc: field,
      name: field,
      product_description: field,
      support_email: field,
      support_phone: field,
      support_url: field,
      url: field,
    })
    .optional(),
  capabilities: z
    .strictObject({ card_payments: requested, transfers: requested, us_bank_account_ach_payments: requested })
    .optional(),
  company: z
    .strictObject({
      name: field,
      phone: field,
      structure: z.enum(['incorporated_non_profit', 'unincorporated_non_profit']).optional(),
    })
    .optional(),
  metadata: metadata.optional(),
  settings: z
    .strictObject({
      payouts: z
        .strictObject({ schedule: z.strictObject({ interval: text, delay_days: text.optional() }).optional() })
        .optional(),
    })
    .optional(),
} satisfies Shape<Stripe.AccountUpdateParams>;

export const createShape = {
  ...updateShape,
  type: z.enum(['express', 'standard', 'custom']).optional(),
  country: text.optional(),
  default_currency: text.optional(),
  controller: z
    .strictObject({
      fees: z.strictObject({ payer: z.enum(['account', 'application']) }).optional(),
      losses: z.strictObject({ payments: z.enum(['application', 'stripe']) }).optional(),
      requirement_collection: z.enum(['application', 'stripe']).optional(),
      stripe_dashboard: z.strictObject({ type: z.enum(['express', 'full', 'none']) }).optional(),
    })
    .optional(),
} satisfies Shape<Stripe.AccountCreateParams>;
export type AccountInput = z.infer<z.ZodObject<typeof createShape>>;
