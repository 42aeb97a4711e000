import * as z from 'zod/mini';
import { city, hoaName as hoa_name, timeZone, zip } from './hoa-inputs.ts';
import { emailAddress, id, line } from './inputs.ts';
import { PLAN_NAMES } from './plans.ts';
import { NAME_LIMIT } from './users.ts';

/** pending: no payment method yet, so its users cannot sign in. secured: Stripe has a payment method. complete: the
 * superadmin has signed in. */
export const SIGNUP_STATUSES = ['pending', 'secured', 'complete'] as const;
/** How long an abandoned signup reserves its email and HOA name. */
export const RESERVATION_HOURS = 24;

const email = emailAddress('Email is required');
const plan = z.enum(PLAN_NAMES, { error: 'Please go back and select a plan first.' });
const WEAK = 'Password must be at least 8 characters with at least one letter and one number';
const password = z.string({ error: 'Password is required' }).check(
  z.minLength(1, 'Password is required'),
  z.refine((text) => text.length >= 8 && /[a-z]/i.test(text) && /\d/.test(text), WEAK),
  z.maxLength(200, 'Password cannot exceed 200 characters'),
);

export const emailQuery = z.object({ email });
export const hoaNameQuery = z.object({ hoa_name });
export const trialInput = z.object({
  email,
  password,
  name: line('Full name is required', NAME_LIMIT),
  hoa_name,
  plan,
  time_zone: z.optional(timeZone),
});
export const accountForm = z
  .extend(z.omit(trialInput, { plan: true, time_zone: true }), {
    confirmPassword: z
      .string({ error: 'Please confirm your password' })
      .check(z.minLength(1, 'Please confirm your password')),
  })
  .check(
    z.refine((form) => form.password === form.confirmPassword, {
      error: 'Passwords do not match',
      path: ['confirmPassword'],
    }),
  );
export const hoaInfo = z.object({
  name: hoa_name,
  city,
  zip,
  time_zone: z.optional(timeZone),
});

const providerId = z.string().check(z.minLength(1), z.maxLength(255));
export const paymentConfirmation = z
  .object({
    user_id: id,
    hoa_id: id,
    payment_method_id: providerId,
    subscription_id: z.optional(providerId),
    setup_intent_id: z.optional(providerId),
  })
  .check(z.refine((input) => input.subscription_id || input.setup_intent_id, 'Payment identification is missing'));
export const signupIds = z.object({ user_id: id, hoa_id: id });
const NO_CODE = 'Please enter the 6 digits of the code';
export const verificationCode = z.pipe(
  z.pipe(
    z.string({ error: NO_CODE }).check(z.maxLength(50, NO_CODE)),
    z.transform((text) => text.replace(/[\s-]/g, '')),
  ),
  z.string().check(z.regex(/^\d{6}$/, NO_CODE)),
);
export const verificationInput = z.extend(signupIds, { code: verificationCode });
export const completionInput = z.object({
  setup_intent_id: providerId,
  user_id: id,
  hoa_id: id,
  subscription_id: providerId,
  payment_method_id: z.optional(providerId),
  plan,
  hoa: z.optional(hoaInfo),
});
