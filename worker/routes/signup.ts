import { type Context, Hono } from 'hono';
import * as z from 'zod';
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
import { callerKey } from '../auth/limits.ts';
import { issueSession } from '../auth/middleware.ts';
import { findProfile } from '../auth/profile.ts';
import { findSubscription } from '../billing/subscriptions.ts';
import type { Deps, Env } from '../deps.ts';
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

const resumeInput = z.object({ setup_intent_client_secret: z.string().max(500).nullish() });

export const signupRoutes = new Hono<Env>()
  .get('/plans', (c) => c.json(offeredPlans(c.var.deps, c.req.query('email')?.trim().toLowerCase())))
  .get('/payment-form', (c) => {
    const { publishableKey, scriptUrl } = c.var.deps.config.stripe;
    return c.json({ publishable_key: publishableKey, script_url: scriptUrl ?? null });
  })
  .post('/check-availability', async (c) => c.json({ available: await isAvailable(c) }))
  .post('/trial', async (c) => {
    const body = await jsonBody(c);
    const input = parse(trialInput, body);
    const { setup_intent_client_secret } = parse(resumeInput, body);
    await limitTrial(c.var.deps, caller(c), input.email);
    return c.json(trialBody(await startTrial(c.var.deps, input, setup_intent_client_secret ?? undefined)), 201);
  })
  .post('/confirm-payment', async (c) => {
    const input = parse(paymentConfirmation, await jsonBody(c));
    await limitStep(c.var.deps, caller(c));
    await confirmPayment(c.var.deps, input);
    return c.json({ success: true });
  })
  .post('/verify-email', async (c) => {
    const input = parse(verificationInput, await jsonBody(c));
    await limitStep(c.var.deps, caller(c));
    await verifyEmail(c.var.deps, input);
    return c.json({ success: true });
  })
  .post('/resend-code', async (c) => {
    const ids = parse(signupIds, await jsonBody(c));
    await limitStep(c.var.deps, caller(c));
    await resendCode(c.var.deps, ids);
    return c.json({ success: true });
  })
  .post('/complete', requireOwnOrigin, async (c) => {
    const input = parse(completionInput, await jsonBody(c));
    await limitStep(c.var.deps, caller(c));
    const { signup, maySignIn: mayEnter } = await completeSignup(c.var.deps, input);
    const user = { id: signup.user_id, hoa_id: signup.hoa_id };
    const session = mayEnter ? { token: (await issueSession(c, user)).token } : {};
    return c.json({ ...session, ...(await completionBody(c.var.deps, user)) });
  });

const caller = (c: Context<Env>) => callerKey(c.req.header('CF-Connecting-IP'));

/** `price` is in dollars a month. */
const offeredPlans = (deps: Deps, email?: string) =>
  Object.fromEntries(
    Object.values(PLANS)
      .filter(({ name }) => isOffered(deps, { plan: name, email }))
      .map(({ name, price_cents, ...plan }) => [name, { name, ...plan, price_cents, price: price_cents / 100 }]),
  );

const isAvailable = async (c: Context<Env>): Promise<boolean> => {
  const { deps } = c.var;
  const body = await jsonBody(c);
  if ('email' in body) {
    const { email } = parse(emailQuery, body);
    await limitAvailability(deps, caller(c), email);
    return isEmailFree(deps, email);
  }
  const { hoa_name } = parse(hoaNameQuery, body);
  await limitAvailability(deps, caller(c), hoaNameKey(hoa_name));
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
