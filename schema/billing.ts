import * as z from 'zod/mini';
import { PLAN_NAMES } from './plans.ts';

export const SUBSCRIPTION_STATUSES = ['trialing', 'active', 'past_due', 'canceled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Each is 'active', 'pending' or 'inactive', as Stripe reports it. */
export type Capabilities = { card_payments: string; transfers: string };
export type BusinessProfile = { name: string | null; product_description: string | null };

export const planChoice = z.object({
  planName: z.enum(PLAN_NAMES, { error: 'Please select a plan to continue.' }),
});
export const cancellationInput = z.object({
  reason: z.nullish(z.string().check(z.trim(), z.maxLength(500, 'Cannot exceed 500 characters'))),
});
