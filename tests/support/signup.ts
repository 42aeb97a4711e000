import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { codeOf } from '../../worker/signup/code.ts';
import { signupByIds } from '../../worker/signup/signups.ts';
import { type Answer, call, type TestContext } from './fixtures.ts';
import { required, take } from './required.ts';
import type { StripeHarness } from './stripe-harness.ts';

export const PASSWORD = 'a-strong-password-1';

/** The fields of the first two steps, unlike anybody else's. */
export const applicant = (over: object = {}) => {
  const word = uuidv7().slice(-12);
  const base = {
    email: `ann-${word}@example.test`,
    password: PASSWORD,
    name: 'Ann Lee',
    hoa_name: `Oak ${word}`,
    plan: 'growth',
  };
  return { ...base, ...over } as typeof base & { setup_intent_client_secret?: string };
};
export type Applicant = ReturnType<typeof applicant>;

/** From a network of its own: all tests together call more often than one caller may. */
const post = (app: TestContext['app'], path: string, body: object): Promise<Answer> => {
  const [one, two] = [uuidv7().slice(-4), uuidv7().slice(-8, -4)];
  const headers = { 'CF-Connecting-IP': `2001:db8:${one}:${two}::1` };
  return call(app, 'POST', `/api/signup/${path}`, body, undefined, headers);
};

export const trial = ({ app }: Pick<TestContext, 'app'>, input: object): Promise<Answer> => post(app, 'trial', input);

/** The first answer gave these. */
export type SignupIds = {
  user: { id: string };
  hoa: { id: string };
  subscription_id: string;
  setup_intent_id: string;
  setup_intent_client_secret: string;
};

type Signups = Pick<TestContext, 'app' | 'deps' | 'db'>;

/** A signup up to the card step, with its address confirmed. */
export const startSignup = async (ctx: Signups, input: object = applicant()): Promise<SignupIds> => {
  const ids = await startUnverified(ctx, input);
  await verifyEmail(ctx, ids, await newestCode(ctx, ids));
  return ids;
};

export const startUnverified = async (ctx: Signups, input: object = applicant()): Promise<SignupIds> => {
  const { status, body } = await trial(ctx, input);
  expect([status, body.message]).toEqual([201, undefined]);
  return body as SignupIds;
};

/** The code of the newest mail, without reading it. */
export const newestCode = async ({ deps }: Signups, { hoa, user }: SignupIds): Promise<string> =>
  codeOf(deps.config, required(await signupByIds(deps, hoa.id, user.id)));

export const verifyEmail = ({ app }: Signups, { hoa, user }: SignupIds, code: string): Promise<Answer> =>
  post(app, 'verify-email', { hoa_id: hoa.id, user_id: user.id, code });

export const resendCode = ({ app }: Signups, { hoa, user }: SignupIds): Promise<Answer> =>
  post(app, 'resend-code', { hoa_id: hoa.id, user_id: user.id });

/** Confirms the card with Stripe, as the browser does. Returns the payment method's id. */
export const confirmCard = async ({ stripe }: StripeHarness, { setup_intent_id }: SignupIds, card = 'pm_card_visa') => {
  const { payment_method } = await stripe.setupIntents.confirm(setup_intent_id, { payment_method: card });
  return String(payment_method);
};

export const confirmPayment = (
  { app }: Pick<TestContext, 'app'>,
  ids: SignupIds,
  payment_method_id: string,
  over: object = {},
) =>
  post(app, 'confirm-payment', {
    user_id: ids.user.id,
    hoa_id: ids.hoa.id,
    setup_intent_id: ids.setup_intent_id,
    subscription_id: ids.subscription_id,
    payment_method_id,
    ...over,
  });

export const complete = ({ app }: Pick<TestContext, 'app'>, ids: SignupIds, over: object = {}) =>
  post(app, 'complete', {
    user_id: ids.user.id,
    hoa_id: ids.hoa.id,
    setup_intent_id: ids.setup_intent_id,
    subscription_id: ids.subscription_id,
    plan: 'growth',
    ...over,
  });

export const checkAvailability = async ({ app }: Pick<TestContext, 'app'>, wanted: object) =>
  (await post(app, 'check-availability', wanted)).body.available;

/** The whole way of a stranger. */
export const completeSignup = async (harness: StripeHarness, ctx: Signups, input: Applicant = applicant()) => {
  const ids = await startSignup(ctx, input);
  await confirmPayment(ctx, ids, await confirmCard(harness, ids));
  const { status, body } = await complete(ctx, ids, { plan: input.plan });
  expect([status, body.message]).toEqual([200, undefined]);
  const token = String(body.token);
  return {
    ids,
    input,
    body,
    token,
    call: (method: string, path: string, sent?: unknown) => call(ctx.app, method, path, sent, token),
  };
};

/** Stripe's customers under an email who are not deleted, and their subscriptions that still run. */
export const countAtStripe = async ({ stripe }: StripeHarness, email: string) => {
  const customers = await stripe.customers.list({ email, limit: 100 });
  const lists = await Promise.all(customers.data.map(({ id }) => stripe.subscriptions.list({ customer: id })));
  return { customers: customers.data.length, subscriptions: lists.flatMap(({ data }) => data).length };
};

/** Our rows under an email or an HOA's name. */
export const countRows = async (
  { db }: Pick<TestContext, 'db'>,
  { email, hoa_name }: Pick<Applicant, 'email' | 'hoa_name'>,
) => {
  const [users, hoas] = take(
    await db.batch(
      [
        { sql: 'SELECT * FROM users WHERE email = ?', args: [email] },
        { sql: 'SELECT * FROM hoas WHERE name = ?', args: [hoa_name] },
      ],
      'read',
    ),
    2,
  );
  return { users: users.rows.length, hoas: hoas.rows.length };
};
