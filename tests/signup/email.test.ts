import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runSchedule } from '../../worker/five-minutes.ts';
import { type Answer, call, type TestContext, testConfig } from '../support/fixtures.ts';
import { ownDatabase } from '../support/own-database.ts';
import { givePassword, PASSWORD as MEMBERS } from '../support/passwords.ts';
import { required } from '../support/required.ts';
import { ResendEmulator } from '../support/resend-emulator.ts';
import {
  type Applicant,
  applicant,
  checkAvailability,
  complete,
  completeSignup,
  confirmCard,
  confirmPayment,
  countAtStripe,
  countRows,
  newestCode,
  PASSWORD,
  resendCode,
  startSignup,
  startUnverified,
  trial,
  verifyEmail,
} from '../support/signup.ts';
import { stripeForAll } from '../support/stripe-harness.ts';
import { setUser } from '../support/users.ts';

const harness = stripeForAll();
const database = ownDatabase();
let resend: ResendEmulator;
let ctx: TestContext;
let ahead = 0;
let underWay: Promise<unknown>[] = [];

beforeAll(async () => {
  resend = await new ResendEmulator().open();
});
beforeEach(async () => {
  ahead = 0;
  underWay = [];
  ctx = await harness.createContext({
    db: database.db,
    config: { ...testConfig(), stripe: harness.config, resendUrl: resend.url },
    waitUntil: (work) => void underWay.push(work),
    now: () => new Date(Date.now() + ahead),
  });
  return () => Promise.allSettled(underWay);
});
afterAll(() => resend.close());

const hours = (count: number) => {
  ahead += count * 3_600_000;
};
const cron = async () => {
  await runSchedule(ctx.deps);
  await Promise.all(underWay);
};
const logIn = (email: string, password = PASSWORD) => call(ctx.app, 'POST', '/api/auth/login', { email, password });
const said = ({ status, body }: Answer) => [status, body.message];

const ASKED = 'Please confirm your email address. We have mailed you a code.';
const WRONG = 'That isn’t the code from our latest email. Please check it.';
const USED_UP = 'This code has run out or was tried too often. Please ask for a new one.';

/** The code of each mail to an address, once there are `count`. */
const mailed = (email: string, count = 1): Promise<string[]> =>
  vi.waitFor(
    () => {
      const mails = resend.sent.filter(({ to }) => to[0] === email);
      expect(mails).toHaveLength(count);
      return mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '');
    },
    { timeout: 10_000, interval: 20 },
  );
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** A signup with a card, whose address nobody has confirmed. */
const carded = async (input = applicant()) => {
  const ids = await startUnverified(ctx, input);
  expect((await confirmPayment(ctx, ids, await confirmCard(harness, ids))).status).toBe(200);
  return { input, ids };
};

describe('the address of a new HOA', () => {
  test('[SIGNUP-48] [SIGNUP-36] a code is mailed, and nothing is set up until it is typed', async () => {
    const { input, ids } = await carded();
    const refused = await complete(ctx, ids);
    expect([said(refused), refused.body.errors]).toEqual([[409, ASKED], [{ path: 'code', msg: ASKED }]]);
    expect((await logIn(input.email)).status).toBe(401);
    const [code = ''] = await mailed(input.email);
    expect(code).toBe(await newestCode(ctx, ids));
    const mail = required(resend.sent.find(({ to }) => to[0] === input.email));
    for (const typed of [input.name, input.hoa_name]) expect(`${mail.subject} ${mail.html}`).not.toContain(typed);
    expect(said(await verifyEmail(ctx, ids, another(code)))).toEqual([400, WRONG]);
    expect((await verifyEmail(ctx, ids, ` ${code.slice(0, 3)} ${code.slice(3)}`)).body).toEqual({ success: true });
    expect((await verifyEmail(ctx, ids, code)).status).toBe(200);
    expect((await complete(ctx, ids)).body.token).toBeTruthy();
    expect((await logIn(input.email)).status).toBe(200);
  });

  test('[SIGNUP-49] it may be confirmed before the card, and on another device that types the same', async () => {
    const input = applicant();
    const ids = await startUnverified(ctx, input);
    const elsewhere = await startUnverified(ctx, input);
    expect(elsewhere).toEqual(ids);
    const [code = ''] = await mailed(input.email);
    expect((await verifyEmail(ctx, elsewhere, code)).status).toBe(200);
    await confirmCard(harness, ids);
    expect((await complete(ctx, ids)).body.token).toBeTruthy();
  });

  test('[AUTH-13] five tries a code, at once or not; a new code may be tried again, and the one before no more', async () => {
    const { input, ids } = await carded();
    const [first = ''] = await mailed(input.email);
    const tries = await Promise.all(Array.from({ length: 8 }, () => verifyEmail(ctx, ids, another(first))));
    expect(tries.map(({ body }) => body.message).sort()).toEqual(
      [...Array<string>(3).fill(USED_UP), ...Array<string>(5).fill(WRONG)].sort(),
    );
    expect(said(await verifyEmail(ctx, ids, first))).toEqual([400, USED_UP]);
    ahead += 1000;
    expect((await resendCode(ctx, ids)).body).toEqual({ success: true });
    const [, second = ''] = await mailed(input.email, 2);
    if (second !== first) expect(said(await verifyEmail(ctx, ids, first))).toEqual([400, WRONG]);
    expect((await verifyEmail(ctx, ids, second)).status).toBe(200);
  });

  test('[AUTH-13] a code is good for one hour, and five more are mailed in an hour', async () => {
    const { input, ids } = await carded();
    const [code = ''] = await mailed(input.email);
    hours(1);
    expect(said(await verifyEmail(ctx, ids, code))).toEqual([400, USED_UP]);
    for (let times = 0; times < 5; times += 1) {
      ahead += 1000;
      expect((await resendCode(ctx, ids)).status).toBe(200);
    }
    const { status, body, headers } = await resendCode(ctx, ids);
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(body.message).toMatch(/Please try again in \d+ minutes?\.$/);
  });

  test.each(['', '12345', 'abcdef', '1234567', null, 123456])('[API-06] %j is no code', async (code) => {
    const ids = await startUnverified(ctx);
    const message = 'Please enter the 6 digits of the code';
    expect(said(await verifyEmail(ctx, ids, code as string))).toEqual([400, message]);
  });

  test('[SIGNUP-40] another email is to be confirmed anew, though the one before was', async () => {
    const input = applicant();
    const ids = await startSignup(ctx, input);
    const other = applicant({ ...input, email: applicant().email });
    const secret = { setup_intent_client_secret: ids.setup_intent_client_secret };
    await startUnverified(ctx, { ...other, ...secret });
    await confirmCard(harness, ids);
    expect(said(await complete(ctx, ids))).toEqual([409, ASKED]);
    const [code = ''] = await mailed(other.email);
    await verifyEmail(ctx, ids, code);
    expect((await complete(ctx, ids)).body.user.email).toBe(other.email);
  });

  test('[SIGNUP-37] a card without a confirmed address is let go after 24 hours: nobody is charged', async () => {
    const { input, ids } = await carded();
    hours(25);
    expect([
      await checkAvailability(ctx, { email: input.email }),
      await checkAvailability(ctx, { hoa_name: input.hoa_name }),
    ]).toEqual([true, true]);
    await cron();
    await cron();
    expect(await countRows(ctx, input)).toEqual({ users: 0, hoas: 0 });
    expect(await countAtStripe(harness, input.email)).toEqual({ customers: 0, subscriptions: 0 });
    expect((await complete(ctx, ids)).status).toBe(404);
  });

  test('[SIGNUP-49] a signup begun under an earlier release, which mailed no code, needs none', async () => {
    const { ids } = await carded();
    await ctx.db.execute({
      sql: 'UPDATE signups SET verification_sent_at = NULL WHERE hoa_id = ?',
      args: [ids.hoa.id],
    });
    expect((await complete(ctx, ids)).body.token).toBeTruthy();
  });
});

describe('a trial that somebody began', () => {
  const invite = (email: string) => ctx.bea.call('POST', '/api/users/invite', { email, role: 'resident' });
  const tokenTo = (email: string): Promise<string> =>
    vi.waitFor(
      () => {
        const token = resend.sent
          .filter(({ to }) => to[0] === email)
          .map(({ text }) => /token=([\w-]{43})/.exec(text)?.[1])
          .find((one) => one !== undefined);
        expect(token).toBeTruthy();
        return required(token);
      },
      { timeout: 10_000, interval: 20 },
    );

  test('[SIGNUP-36] [USERS-20] [AUTH-50] holds no email against an invitation, nor against its activation and sign-in', async () => {
    for (const begin of [(input: Applicant) => startUnverified(ctx, input), carded]) {
      const input = applicant();
      await begin(input);
      expect((await invite(input.email)).status).toBe(201);
      const body = { token: await tokenTo(input.email), name: 'Ann Lee', password: MEMBERS };
      const activated = await call(ctx.app, 'POST', '/api/auth/activate', body);
      expect([activated.status, activated.body.user.hoa_id]).toEqual([200, ctx.hoa_id]);
      const answer = await logIn(input.email, MEMBERS);
      expect([answer.status, answer.body.user.hoa_id]).toEqual([200, ctx.hoa_id]);
      expect((await logIn(input.email)).status).toBe(401);
    }
  });

  test('[SIGNUP-20] an invitation takes no email from who signs up with it', async () => {
    const input = applicant();
    expect((await invite(input.email)).status).toBe(201);
    expect(await checkAvailability(ctx, { email: input.email })).toBe(true);
    expect((await completeSignup(harness, ctx, input)).body.user.role).toBe('superadmin');
  });
});

describe('who has an account at another HOA', () => {
  test('[SIGNUP-20] [SIGNUP-23] signs up one more with its password; to anybody else the email is registered', async () => {
    await givePassword(ctx.db, ctx.rex);
    const email = ctx.rex.email;
    expect(await checkAvailability(ctx, { email })).toBe(false);
    const REGISTERED = [409, 'This email is already registered'];
    expect(said(await trial(ctx, applicant({ email })))).toEqual(REGISTERED);
    const { body, ids } = await completeSignup(harness, ctx, applicant({ email, password: MEMBERS }));
    expect([body.user.role, body.user.hoa_id]).toEqual(['superadmin', ids.hoa.id]);
    const third = await completeSignup(harness, ctx, applicant({ email, password: MEMBERS }));
    expect(third.ids.hoa.id).not.toBe(ids.hoa.id);
    const asked = await logIn(email, MEMBERS);
    expect([asked.status, asked.body.associations.length]).toEqual([409, 3]);
    await setUser(ctx, ctx.rex, `status = 'inactive'`);
    expect((await logIn(email, MEMBERS)).body.associations).toHaveLength(2);
  });
});
