import type { InStatement, TransactionMode } from '@libsql/client';
import { describe, expect, test, vi } from 'vitest';
import { createApp } from '../../worker/app.ts';
import {
  accountsForAll,
  createAccountHarness,
  joined,
  linked,
  network,
  profile,
  readStatusAndMessage,
} from '../support/accounts.ts';
import { call } from '../support/fixtures.ts';
import { PASSWORD } from '../support/passwords.ts';
import { nth, required } from '../support/required.ts';
import { email, setUser } from '../support/users.ts';

const NEW = 'quite-another-1';

const harness = accountsForAll();

const forgot = (address: string, target = harness) => target.post('forgot-password', { email: address });
const verify = (token: string, target = harness) => target.post(`verify-reset-token?token=${token}`);
const reset = (token: string, password = NEW, target = harness) => target.post('reset-password', { token, password });
const isSignedIn = async (person: { token: string }) => (await profile(harness.ctx.app, person)) === 200;

/** Nothing in the answer says why. */
const expectInvalid = async (answer: Promise<Response>) =>
  expect(await readStatusAndMessage(await answer)).toEqual([400, 'Invalid or expired reset token']);

describe('forgotten', () => {
  test('[AUTH-16] [AUTH-20] [AUTH-29] a link is mailed to the public address; it says whose it is', async () => {
    const person = await joined(harness);
    const token = await linked(harness, { email: ` ${person.email.toUpperCase()} `.trim().toLowerCase() });
    const mail = required(harness.resend.sent.find(({ to }) => to[0] === person.email));
    const link = `http://localhost:8787/reset-password?token=${token}`;
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.text).toContain(link);
    expect(mail.text).toContain('2 hours');
    for (const secret of [person.name, person.id]) expect(mail.html).not.toContain(secret);
    const answer = await verify(token);
    expect([answer.status, await answer.json()]).toEqual([200, { email: person.email }]);
    const inBody = await harness.post('verify-reset-token', { token });
    expect([inBody.status, await inBody.json()]).toEqual([200, { email: person.email }]);
    await expectInvalid(harness.post('verify-reset-token', { token: 'another' }));
  });

  test('[AUTH-18] [AUTH-16] nobody can tell by the answer or its work whether there is an account', async () => {
    const invited = await harness.ctx.join(harness.ctx.hoa_id, 'Ines', 'resident', 'invited');
    const inactive = await harness.ctx.join(harness.ctx.hoa_id, 'Ian', 'resident', 'inactive');
    const gone = await joined(harness);
    await setUser(harness.ctx, gone, `status = 'inactive', deleted_at = '2026-01-01T00:00:00.000Z'`);
    const active = await joined(harness);
    let asked: string[] = [];
    const batch = (some: InStatement[], mode: TransactionMode) => {
      asked.push(...some.map((one) => (typeof one === 'string' ? one : one.sql)));
      return harness.ctx.db.batch(some, mode);
    };
    const db = new Proxy(harness.ctx.db, { get: (it, name) => (name === 'batch' ? batch : Reflect.get(it, name, it)) });
    const at = harness.deps.now();
    const app = createApp({ ...harness.deps, db, now: () => at });
    const seen = [];
    // The first call of a worker reads what the counters are hashed with.
    await call(app, 'POST', '/api/auth/forgot-password', { email: email() });
    for (const person of [invited, inactive, gone, { email: email() }, active]) {
      asked = [];
      const { status, body, headers } = await call(app, 'POST', '/api/auth/forgot-password', { email: person.email });
      seen.push(JSON.stringify([status, body, [...headers].filter(([name]) => name !== 'x-request-id'), asked]));
    }
    expect(new Set(seen).size).toBe(1);
    expect(seen[0]).toContain('If an account exists for this email, a reset link is on its way.');
    await harness.tokenTo(active.email);
    for (const { email: theirs } of [invited, inactive, gone])
      expect(harness.resend.received()[theirs]).toBeUndefined();
  });

  test('[AUTH-14] [API-11] the email must be one', async () => {
    for (const wrong of ['', 'nobody', undefined])
      expect(await readStatusAndMessage(await forgot(wrong as string))).toEqual([
        400,
        'Please enter a valid email address',
      ]);
  });

  test('[AUTH-13] too many requests answer 429, for accounts that exist and those that do not', async () => {
    const person = await joined(harness);
    for (const address of [person.email, email()]) {
      const headers = { 'CF-Connecting-IP': network() };
      const statuses = [];
      for (let n = 0; n < 6; n += 1)
        statuses.push((await harness.post('forgot-password', { email: address }, headers)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });
});

describe('asked for by strangers', () => {
  test('[AUTH-13] [AUTH-18] 25 calls from 25 addresses are all answered alike; five send a mail, whose last link stays good', async () => {
    const person = await joined(harness);
    const answers = [];
    for (let n = 0; n < 25; n += 1) {
      const answer = await forgot(person.email);
      answers.push(JSON.stringify([answer.status, await answer.json()]));
      // In sequence, since each link ends the ones before it.
      if (n < 5) await harness.tokenTo(person.email, n + 1);
    }
    expect(new Set(answers).size).toBe(1);
    const other = await joined(harness);
    await linked(harness, other);
    const token = await harness.tokenTo(person.email, 5);
    expect((await reset(token)).status).toBe(200);
  });
});

describe('[AUTH-57] reset', () => {
  test('[AUTH-30] [AUTH-34] it sets the password and ends every session', async () => {
    const person = await joined(harness);
    const token = await linked(harness, person);
    const response = await reset(token);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
    expect(await isSignedIn(person)).toBe(false);
    expect(await harness.login(person.email, PASSWORD)).toBe(401);
    expect(await harness.login(person.email, NEW)).toBe(200);
  });

  test('[AUTH-34] [AUTH-31] a link works once; of several calls at once exactly one wins', async () => {
    const person = await joined(harness);
    const token = await linked(harness, person);
    const passwords = ['password-a', 'password-b', 'password-c'];
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await harness.login(person.email, nth(passwords, winner))).toBe(200);
    await expectInvalid(reset(token));
    await expectInvalid(verify(token));
  });

  test('[AUTH-34] a newer request replaces the link', async () => {
    const person = await joined(harness);
    const [older, newer] = [await linked(harness, person), await linked(harness, person, 2)];
    expect(newer).not.toBe(older);
    await expectInvalid(verify(older));
    await expectInvalid(reset(older));
    expect((await reset(newer)).status).toBe(200);
  });

  test('[AUTH-20] [AUTH-25] [AUTH-31] after two hours the link is no longer good', async () => {
    const own = await createAccountHarness(harness.ctx.db);
    const person = await joined(own);
    const token = await linked(own, person);
    own.advance(115);
    expect((await verify(token, own)).status).toBe(200);
    own.advance(6);
    await expectInvalid(verify(token, own));
    await expectInvalid(reset(token, NEW, own));
    await own.resend.close();
  });

  test('[AUTH-31] [AUTH-28] unknown tokens, and those of users who are no longer active', async () => {
    const person = await joined(harness);
    const token = await linked(harness, person);
    await setUser(harness.ctx, person, `status = 'inactive'`);
    for (const one of [token, 'no-such-token', 'x'.repeat(500)]) {
      await expectInvalid(verify(one));
      await expectInvalid(reset(one));
    }
    await expectInvalid(harness.post('verify-reset-token'));
  });

  test('[AUTH-34] deactivation ends links already mailed', async () => {
    const { bea } = harness.ctx;
    const person = await joined(harness);
    await setUser(harness.ctx, person, `last_login = '2026-01-01T00:00:00.000Z'`);
    const token = await linked(harness, person);
    const set = (status: string) => bea.call('PUT', `/api/users/${person.id}`, { name: 'Pat', status });
    await set('inactive');
    await vi.waitFor(async () => {
      const sql = `SELECT count(*) AS n FROM user_tokens WHERE user_id = ? AND used_at IS NULL`;
      expect((await harness.ctx.db.execute({ sql, args: [person.id] })).rows[0]?.n).toBe(0);
    });
    await set('active');
    await expectInvalid(verify(token));
  });

  test('[AUTH-26] [AUTH-32] [AUTH-56] six characters at least, 200 at most', async () => {
    const person = await joined(harness);
    const token = await linked(harness, person);
    expect(await readStatusAndMessage(await reset(token, '12345'))).toEqual([
      400,
      'Password must be at least 6 characters',
    ]);
    expect(await readStatusAndMessage(await reset(token, 'x'.repeat(201)))).toEqual([
      400,
      'Password cannot exceed 200 characters',
    ]);
    const longest = 'lanterns along the pond, '.repeat(8);
    expect((await reset(token, longest)).status).toBe(200);
    expect(await harness.login(person.email, `${longest.slice(0, -1)}x`)).toBe(401);
    expect(await harness.login(person.email, longest)).toBe(200);
  });

  test('[AUTH-13] too many attempts answer 429', async () => {
    const headers = { 'CF-Connecting-IP': network() };
    const guess = () => harness.post('reset-password', { token: 'guess', password: NEW }, headers);
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await guess()).status);
    expect(statuses).toEqual([...new Array(10).fill(400), 429]);
  });
});
