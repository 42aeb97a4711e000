import type { Client } from '@libsql/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runSchedule } from '../../worker/five-minutes.ts';
import { call, type TestContext } from '../support/fixtures.ts';
import { startOwnDatabase } from '../support/own-database.ts';
import {
  applicant,
  checkAvailability,
  complete,
  completeSignup,
  confirmCard,
  confirmPayment,
  countAtStripe,
  countRows,
  startSignup,
  trial,
} from '../support/signup.ts';
import { createStripeHarness, type StripeHarness } from '../support/stripe-harness.ts';

let harness: StripeHarness;
let ctx: TestContext;
let db: Client;
let stop: () => Promise<void>;
let ahead = 0;
let underWay: Promise<unknown>[] = [];
beforeAll(async () => {
  harness = await createStripeHarness();
  ({ db, stop } = await startOwnDatabase());
});
beforeEach(async () => {
  ahead = 0;
  underWay = [];
  const waitUntil = (work: Promise<unknown>) => void underWay.push(work);
  ctx = await harness.createContext({ db, waitUntil, now: () => new Date(Date.now() + ahead) });
  return () => Promise.allSettled(underWay);
});
afterAll(async () => {
  await harness.close();
  await stop();
});

const NOTHING = { customers: 0, subscriptions: 0 };
const hours = (count: number) => {
  ahead += count * 3_600_000;
};
const settled = () => Promise.all(underWay);
const cron = async () => {
  await runSchedule(ctx.deps);
  await settled();
};
const logIn = (email: string, password: string) => call(ctx.app, 'POST', '/api/auth/login', { email, password });

describe('a signup whose card never came', () => {
  test('[SIGNUP-37] [SIGNUP-59] keeps its email and HOA name for 24 hours, and the same person goes on with it', async () => {
    const input = applicant();
    const first = await startSignup(ctx, input);
    hours(23);
    await cron();
    expect([
      await checkAvailability(ctx, { email: input.email }),
      await checkAvailability(ctx, { hoa_name: input.hoa_name }),
    ]).toEqual([false, false]);
    expect(await startSignup(ctx, input)).toEqual(first);
  });

  test('[SIGNUP-37] is removed after 24 hours, at Stripe too', async () => {
    const input = applicant();
    const ids = await startSignup(ctx, input);
    hours(25);
    expect([
      await checkAvailability(ctx, { email: input.email }),
      await checkAvailability(ctx, { hoa_name: input.hoa_name }),
    ]).toEqual([true, true]);
    await cron();
    await cron();
    expect(await countRows(ctx, input)).toEqual({ users: 0, hoas: 0 });
    expect(await countAtStripe(harness, input.email)).toEqual(NOTHING);
    const { rows } = await db.execute({ sql: 'SELECT 1 FROM sync_log WHERE hoa_id = ?', args: [ids.hoa.id] });
    expect(rows).toEqual([]);
    expect((await complete(ctx, ids)).status).toBe(404);
  });

  test('[SIGNUP-37] makes way at once for somebody else with its name, and for the same person anew', async () => {
    const input = applicant();
    const first = await startSignup(ctx, input);
    hours(25);
    const other = applicant({ hoa_name: input.hoa_name });
    expect((await startSignup(ctx, other)).hoa.id).not.toBe(first.hoa.id);
    const again = await startSignup(ctx, { ...input, hoa_name: `${input.hoa_name} North` });
    expect(again.hoa.id).not.toBe(first.hoa.id);
  });

  test('[SIGNUP-37] the very same words again make a new customer, who is not deleted with the old one', async () => {
    const input = applicant();
    const first = await startSignup(ctx, input);
    hours(25);
    const again = await startSignup(ctx, input);
    await cron();
    expect(again.hoa.id).not.toBe(first.hoa.id);
    expect(await countAtStripe(harness, input.email)).toEqual({ customers: 1, subscriptions: 1 });
    await confirmCard(harness, again);
    expect((await complete(ctx, again)).body.token).toBeTruthy();
  });

  test('[SIGNUP-37] is removed as well where its card is known but gone with its customer at Stripe', async () => {
    const input = applicant();
    const ids = await startSignup(ctx, input);
    await confirmCard(harness, ids);
    const { customer } = await harness.stripe.setupIntents.retrieve(ids.setup_intent_id);
    await harness.stripe.customers.del(String(customer));
    hours(25);
    await cron();
    expect(await countRows(ctx, input)).toEqual({ users: 0, hoas: 0 });
    expect((await trial(ctx, input)).status).toBe(201);
  });

  test('[SIGNUP-37] its customer is deleted later where Stripe does not answer now', async () => {
    const input = applicant();
    await startSignup(ctx, input);
    hours(25);
    await harness.control('POST', 'outage', { mode: 'down' });
    await cron().catch(() => null);
    await harness.control('POST', 'outage', { mode: 'off' });
    hours(1);
    await cron();
    expect(await countAtStripe(harness, input.email)).toEqual(NOTHING);
  });
});

describe('a signup whose card came', () => {
  test('[SIGNUP-36] [SIGNUP-37] stands, though nobody completed it: its superadmin may sign in after 24 hours', async () => {
    const [confirmed, told] = [applicant(), applicant()];
    await confirmCard(harness, await startSignup(ctx, confirmed));
    const ids = await startSignup(ctx, told);
    await confirmPayment(ctx, ids, await confirmCard(harness, ids));
    hours(25);
    await cron();
    for (const input of [confirmed, told]) {
      expect((await logIn(input.email, input.password)).status).toBe(200);
      expect(await countAtStripe(harness, input.email)).toEqual({ customers: 1, subscriptions: 1 });
      expect((await trial(ctx, input)).status).toBe(409);
    }
  });

  test('[SIGNUP-49] [SIGNUP-55] completion gives a session for 24 hours, and none afterwards', async () => {
    const { ids } = await completeSignup(harness, ctx);
    hours(23);
    expect((await complete(ctx, ids)).body.token).toBeTruthy();
    hours(2);
    const { status, body, headers } = await complete(ctx, ids);
    expect([status, body.token, headers.get('set-cookie')]).toEqual([200, undefined, null]);
    expect((await complete(ctx, ids, { hoa: { name: 'Renamed by a stranger' } })).status).toBe(403);
  });

  test('[SIGNUP-49] [SESSION-23] completion gives no session to a superadmin who is inactive by now', async () => {
    const { ids } = await completeSignup(harness, ctx);
    await db.execute({ sql: "UPDATE users SET status = 'inactive', rev = rev + 1 WHERE id = ?", args: [ids.user.id] });
    expect((await complete(ctx, ids)).body).not.toHaveProperty('token');
    const { rows } = await db.execute({ sql: 'SELECT status FROM users WHERE id = ?', args: [ids.user.id] });
    expect(rows[0]?.status).toBe('inactive');
  });
});
