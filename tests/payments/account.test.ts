import { beforeEach, expect, test } from 'vitest';
import { Device } from '../support/device.ts';
import type { TestContext } from '../support/fixtures.ts';
import {
  accountOf,
  activateAccount,
  billedContext,
  checkout,
  drained,
  moneyOf,
  pay,
  payOnHostedPage,
  sessionOf,
  statusOf,
  stripeForAll,
} from '../support/stripe-harness.ts';

const harness = stripeForAll();
const UNAVAILABLE = 'Your HOA cannot take online payments yet. Please contact the board.';

let ctx: TestContext;
let account: string;
let id: string;
beforeEach(async () => {
  ({ ctx, account, id } = await billedContext(harness));
});

const settled = async () => {
  const answers = await harness.deliver();
  await drained(ctx);
  return new Set(answers);
};
const stateOf = async () =>
  (await ctx.db.execute({ sql: 'SELECT online_payments FROM hoas WHERE id = ?', args: [ctx.hoa_id] })).rows[0]
    ?.online_payments;
const askFor = (currently_due: string[]) => harness.control('POST', `accounts/${account}`, { currently_due });
/** The kinds of mails that the superadmins got. */
const mailed = async ({ db, hoa_id }: Pick<TestContext, 'db' | 'hoa_id'> = ctx) => {
  const sql =
    "SELECT idempotency_key AS key, status FROM outbox WHERE hoa_id = ? AND kind = 'mailPlan' ORDER BY created_at";
  const { rows } = await db.execute({ sql, args: [hoa_id] });
  return rows.map(({ key, status }) => `${String(key).split('/')[1]} ${status}`);
};

test('[PAY-14] an account that may not charge stops payments before Checkout, and tells everybody', async () => {
  const session = sessionOf(await checkout(ctx.rex, id));
  await askFor(['company.tax_id']);
  expect(await settled()).toEqual(new Set([200]));
  expect(await stateOf()).toBe('paused');
  expect(await pay(ctx.rex, id)).toMatchObject({ status: 409, body: { message: UNAVAILABLE } });
  expect((await harness.stripe.checkout.sessions.retrieve(session)).status).toBe('expired');
  await expect.poll(() => mailed()).toEqual(['payments-paused done']);
  const device = await new Device(ctx, ctx.rex).sync();
  expect(device.store.rows('hoa').all[0]).toMatchObject({ online_payments: 'paused' });
  await device.close();
});

test('[PAY-14] payments are on again by themselves, and another pause is another mail', async () => {
  await askFor(['company.tax_id']);
  await settled();
  await askFor([]);
  await settled();
  expect([await stateOf(), (await pay(ctx.rex, id)).status]).toEqual(['on', 200]);
  await askFor(['external_account']);
  await settled();
  await expect.poll(() => mailed()).toEqual(['payments-paused done', 'payments-paused done']);
});

test('[PAY-14] an account that never charged says nothing', async () => {
  const fresh = await harness.createContext();
  await fresh.sue.call('POST', '/api/stripe-connect/create-account');
  await harness.control('POST', `accounts/${await accountOf(fresh.db, fresh.hoa_id)}`, {
    currently_due: ['external_account'],
  });
  await harness.deliver();
  await drained(fresh);
  expect(await mailed(fresh)).toEqual([]);
});

test('[PAY-14] an account that leaves stops payments, told once, whatever else is told of it', async () => {
  const session = sessionOf(await checkout(ctx.rex, id));
  await askFor(['external_account']);
  await harness.control('POST', `accounts/${account}/deauthorize`);
  expect(await settled()).toEqual(new Set([200]));
  await harness.control('POST', 'webhooks/resend', { type: 'account.application.deauthorized' });
  await settled();
  expect(await stateOf()).toBe('disconnected');
  expect((await harness.stripe.checkout.sessions.retrieve(session)).status).toBe('expired');
  expect(await pay(ctx.rex, id)).toMatchObject({ status: 409, body: { message: UNAVAILABLE } });
  await expect.poll(() => mailed()).toContain('payments-disconnected done');
  expect((await mailed()).filter((mail) => mail.includes('disconnected'))).toHaveLength(1);
  const { body } = await ctx.sue.call('GET', '/api/stripe-connect/account-status');
  expect(body).toMatchObject({ account_exists: false });
});

test('[PAY-14] [INV-31] a new account resumes payments, and money under way to the old one still pays', async () => {
  await payOnHostedPage(harness, ctx.rex, id);
  await harness.control('POST', `accounts/${account}/deauthorize`);
  await harness.control('POST', 'webhooks/resend', { type: 'account.application.deauthorized' });
  const next = await activateAccount(harness, ctx, ctx.sue);
  expect([next === account, await stateOf()]).toEqual([false, 'on']);
  expect(await statusOf(ctx.rex, id)).toBe('paid');
  expect(await moneyOf(ctx, id)).toMatchObject([{ note: null }]);
});
