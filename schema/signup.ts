import { sql } from 'drizzle-orm';
import { foreignKey, index, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { oneOf, tenantTable } from './columns.ts';
import { CITY_LIMIT, HOA_NAME_LIMIT, ZIP_LIMIT } from './hoas.ts';
import { emailAddress, id, line, optionalText } from './inputs.ts';
import { PLAN_NAMES } from './plans.ts';
import { NAME_LIMIT, users } from './users.ts';

/** pending: no payment method yet, so its users cannot sign in. secured: Stripe has a payment method. complete: the
 * superadmin has signed in. */
export const SIGNUP_STATUSES = ['pending', 'secured', 'complete'] as const;
/** How long an abandoned signup reserves its email and HOA name. */
export const RESERVATION_HOURS = 24;

export const signups = tenantTable(
  'signups',
  {
    user_id: text().notNull(),
    plan: text({ enum: PLAN_NAMES }).notNull(),
    status: text({ enum: SIGNUP_STATUSES }).notNull(),
    setup_intent_id: text().notNull(),
    payment_method_id: text(),
    created_at: text().notNull(),
    expires_at: text().notNull(),
    completed_at: text(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
    uniqueIndex('signups_hoa').on(t.hoa_id),
    uniqueIndex('signups_setup_intent').on(t.setup_intent_id),
    index('signups_abandoned').on(t.expires_at).where(sql`${t.status} = 'pending'`),
    oneOf('signups_plan', t.plan, PLAN_NAMES),
    oneOf('signups_status', t.status, SIGNUP_STATUSES),
  ],
);
export type Signup = typeof signups.$inferSelect;

const email = emailAddress('Email is required');
const hoa_name = line('HOA name is required', HOA_NAME_LIMIT);
const plan = z.enum(PLAN_NAMES, { error: 'Please go back and select a plan first.' });
const WEAK = 'Password must be at least 8 characters with at least one letter and one number';
const password = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .refine((text) => text.length >= 8 && /[a-z]/i.test(text) && /\d/.test(text), WEAK)
  .max(200, 'Password cannot exceed 200 characters');

export const availabilityInput = z.union([z.object({ email }), z.object({ hoa_name })]);
export const trialInput = z.object({
  email,
  password,
  name: line('Full name is required', NAME_LIMIT),
  hoa_name,
  plan,
});
export const accountForm = trialInput
  .omit({ plan: true })
  .extend({
    confirmPassword: z.string({ error: 'Please confirm your password' }).min(1, 'Please confirm your password'),
  })
  .refine((form) => form.password === form.confirmPassword, {
    error: 'Passwords do not match',
    path: ['confirmPassword'],
  });
export const hoaInfo = z.object({
  name: hoa_name,
  city: optionalText(CITY_LIMIT, `City cannot exceed ${CITY_LIMIT} characters`),
  zip: optionalText(ZIP_LIMIT, `ZIP code cannot exceed ${ZIP_LIMIT} characters`),
});

const providerId = z.string().min(1).max(255);
export const paymentConfirmation = z
  .object({
    user_id: id,
    hoa_id: id,
    payment_method_id: providerId,
    subscription_id: providerId.optional(),
    setup_intent_id: providerId.optional(),
  })
  .refine((input) => input.subscription_id || input.setup_intent_id, 'Payment identification is missing');
export const completionInput = z.object({
  setup_intent_id: providerId,
  user_id: id,
  hoa_id: id,
  subscription_id: providerId,
  payment_method_id: providerId.optional(),
  plan,
  hoa: hoaInfo.optional(),
});
