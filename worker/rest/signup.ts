import * as z from 'zod/mini';
import { hoaNameKey } from '../../schema/hoas.ts';
import { PLANS } from '../../schema/plans.ts';
import {
  completionInput,
  emailQuery,
  hoaNameQuery,
  paymentConfirmation,
  signupIds,
  trialInput,
  verificationInput,
} from '../../schema/signup.ts';
import type { Hoa } from '../../schema/tables/hoas.ts';
import { parse } from '../../sync/parse.ts';
import { requireOwnOrigin } from '../auth/cookie.ts';
import { callerIn } from '../auth/limits.ts';
import { issueSession } from '../auth/middleware.ts';
import { findProfile } from '../auth/profile.ts';
import { findSubscription } from '../billing/subscriptions.ts';
import type { Deps } from '../deps.ts';
import { recordBody, subscriptionBody, userBody } from '../http/rest-shapes.ts';
import { jsonBody } from '../http/validate.ts';
import { queryOne } from '../queries/query.ts';
import type { Trial } from '../signup/attempt.ts';
import { isEmailFree, isHoaNameFree } from '../signup/availability.ts';
import { completeSignup } from '../signup/complete.ts';
import { limitAvailability, limitStep, limitTrial } from '../signup/limits.ts';
import { confirmPayment } from '../signup/payment-method.ts';
import { isOffered, startTrial } from '../signup/trial.ts';
import { resendCode, verifyEmail } from '../signup/verification.ts';
import { type Call, handler } from './query.ts';
import type { Route, RouteName } from './route.ts';

const signup = { tag: 'Signup', access: 'anyone' } as const;

const resumeInput = z.object({ setup_intent_client_secret: z.nullish(z.string().check(z.maxLength(500))) });

/** A step of a signup that was begun, which only succeeds or refuses. */
const step = <Body extends z.core.$ZodType>(
  route: RouteName,
  { run, ...described }: { summary: string; body: Body; run: (deps: Deps, input: z.output<Body>) => Promise<unknown> },
): Route =>
  handler(route, {
    ...{ ...signup, ...described },
    answers: { 200: 'success' },
    errors: [404, 502],
    handle: async ({ c, deps, input }) => {
      const asked = (await input()) as z.output<Body>;
      await limitStep(deps, callerIn(c));
      await run(deps, asked);
      return { success: true };
    },
  });

export const signupRoutes: readonly Route[] = [
  handler('GET /api/signup/plans', {
    ...signup,
    summary: 'List the plans',
    query: 'plansQuery',
    answers: { 200: 'offeredPlans' },
    handle: ({ c, deps }) => offeredPlans(deps, c.req.query('email')?.trim().toLowerCase()),
  }),
  handler('GET /api/signup/payment-form', {
    ...signup,
    summary: 'What the card form needs',
    answers: { 200: 'paymentForm' },
    handle: ({ deps }) => {
      const { publishableKey, scriptUrl } = deps.config.stripe;
      return { publishable_key: publishableKey, script_url: scriptUrl ?? null };
    },
  }),
  handler('POST /api/signup/check-availability', {
    ...signup,
    summary: 'Whether an email or a name of an HOA is free',
    body: 'availabilityBody',
    answers: { 200: 'availability' },
    handle: async (call) => ({ available: await isAvailable(call) }),
  }),
  handler('POST /api/signup/trial', {
    ...signup,
    errors: [502],
    summary: 'Begin a trial',
    body: 'trialBody',
    answers: { 201: 'trial' },
    handle: async ({ c, deps }) => {
      const body = await jsonBody(c);
      const input = parse(trialInput, body);
      const { setup_intent_client_secret } = parse(resumeInput, body);
      await limitTrial(deps, callerIn(c), input.email);
      return trialBody(await startTrial(deps, input, setup_intent_client_secret ?? undefined));
    },
  }),
  step('POST /api/signup/confirm-payment', {
    ...{ summary: 'Name the payment method', body: paymentConfirmation, run: confirmPayment },
  }),
  step('POST /api/signup/verify-email', {
    ...{ summary: 'Enter the mailed code', body: verificationInput, run: verifyEmail },
  }),
  step('POST /api/signup/resend-code', { summary: 'Mail a new code', body: signupIds, run: resendCode }),
  handler('POST /api/signup/complete', {
    ...{ ...signup, before: [requireOwnOrigin] },
    errors: [403, 404, 502],
    summary: 'Open the HOA',
    body: completionInput,
    answers: { 200: 'signedUp' },
    handle: async ({ c, deps, input }) => {
      const asked = await input();
      await limitStep(deps, callerIn(c));
      const { signup, maySignIn } = await completeSignup(deps, asked);
      const user = { id: signup.user_id, hoa_id: signup.hoa_id };
      const session = maySignIn ? { token: (await issueSession(c, user)).token } : {};
      return { ...session, ...(await completionBody(deps, user)) };
    },
  }),
];

/** `price` is in dollars a month. */
const offeredPlans = (deps: Deps, email?: string) =>
  Object.fromEntries(
    Object.values(PLANS)
      .filter(({ name }) => isOffered(deps, { plan: name, email }))
      .map(({ name, price_cents, ...plan }) => [name, { name, ...plan, price_cents, price: price_cents / 100 }]),
  );

const isAvailable = async ({ c, deps }: Call): Promise<boolean> => {
  const body = await jsonBody(c);
  if ('email' in body) {
    const { email } = parse(emailQuery, body);
    await limitAvailability(deps, callerIn(c), email);
    return isEmailFree(deps, email);
  }
  const { hoa_name } = parse(hoaNameQuery, body);
  await limitAvailability(deps, callerIn(c), hoaNameKey(hoa_name));
  return isHoaNameFree(deps, hoa_name);
};

const trialBody = ({ hoa_id, user_id, subscription_id, intent }: Trial) => ({
  user: { id: user_id },
  hoa: { id: hoa_id },
  subscription_id,
  setup_intent_id: intent.id,
  setup_intent_client_secret: intent.client_secret,
  payment_method_secured: intent.status === 'succeeded',
});

const completionBody = async (deps: Deps, user: { id: string; hoa_id: string }) => {
  const sql = 'SELECT id, name, city, zip, time_zone, created_at FROM hoas WHERE id = ?';
  const [profile, subscription, hoa] = await Promise.all([
    findProfile(deps, user),
    findSubscription(deps, user.hoa_id),
    queryOne<Hoa>(deps.db, sql, [user.hoa_id]),
  ]);
  return {
    user: userBody(profile),
    hoa: { id: user.hoa_id, ...recordBody({ ...hoa! }) },
    subscription: subscriptionBody(subscription),
  };
};
