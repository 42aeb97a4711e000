import { expect, test } from 'vitest';
import { call, contextForAll } from '../support/fixtures.ts';
import { type Applicant, applicant, completeSignup, countAtStripe, PASSWORD } from '../support/signup.ts';
import { stripeForAll, submit, submitCheckout } from '../support/stripe-harness.ts';

const DAY = 86_400;

let ahead = 0;
const harness = stripeForAll();
const ctx = contextForAll(() => harness.createContext({ now: () => new Date(Date.now() + ahead * 1000) }));

/** Puts the clocks of Stripe and the app forward and delivers the webhooks. */
const advanceDays = async (days: number) => {
  ahead += days * DAY;
  await harness.control('POST', 'clock', { advance_seconds: days * DAY });
  await harness.deliver();
};

const signInAgain = async ({ email }: Pick<Applicant, 'email'>) => {
  const { body } = await call(ctx.app, 'POST', '/api/auth/login', { email, password: PASSWORD });
  return (method: string, path: string, sent?: object) =>
    call(ctx.app, method, `/api/subscriptions/${path}`, sent, body.accessToken);
};

/** The plan mails queued for an HOA's superadmins. */
const queuedPlanMails = async (hoa_id: string) => {
  const sql = "SELECT idempotency_key FROM outbox WHERE hoa_id = ? AND kind = 'mailPlan'";
  const { rows } = await ctx.db.execute({ sql, args: [hoa_id] });
  return rows.map(({ idempotency_key }) => String(idempotency_key).split('/')[1]);
};

test('[BILLING-09] [PROD-08] [REACT-12] from trial to paid, canceled in the portal, lapsed, and back', async () => {
  const input = applicant();
  const { ids } = await completeSignup(harness, ctx, input);
  await advanceDays(28);
  expect(await queuedPlanMails(ids.hoa.id)).toEqual(['trial-ending']);
  await advanceDays(3);
  let me = await signInAgain(input);
  expect((await me('GET', 'status')).body).toMatchObject({ status: 'active', plan: { name: 'growth' } });
  const { body: portal } = await me('POST', 'create-billing-portal', {});
  await submit(`${portal.portal_url}/cancel`, { comment: 'Too dear', feedback: '' });
  await harness.deliver();
  const canceled = (await me('GET', 'status')).body;
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'Too dear' });
  expect((await me('GET', 'reactivation-status')).body.needsReactivation).toBe(false);
  await advanceDays(32);
  me = await signInAgain(input);
  const { body: lapsed } = await me('GET', 'reactivation-status');
  expect(lapsed).toMatchObject({ needsReactivation: true, subscription: { cancellation_reason: 'Too dear' } });
  const { body: order } = await me('POST', 'create-reactivation-checkout', { planName: 'starter' });
  expect((await submitCheckout(order.checkout_url)).status).toBe(303);
  await harness.deliver('shuffle');
  expect((await me('GET', 'reactivation-status')).body).toMatchObject({
    needsReactivation: false,
    subscription: { status: 'active', plan: { name: 'starter' }, canceled_at: null, cancellation_reason: null },
  });
  expect(await countAtStripe(harness, input.email)).toEqual({ customers: 1, subscriptions: 1 });
});
