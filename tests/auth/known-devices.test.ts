import { describe, expect, test } from 'vitest';
import { createApp } from '../../worker/app.ts';
import { callerKey } from '../../worker/http/origin.ts';
import { network } from '../support/accounts.ts';
import { authForAll } from '../support/auth.ts';
import { challengeOf, solve } from '../support/challenge.ts';
import { call, type Person } from '../support/fixtures.ts';
import { storedKey } from '../support/limits.ts';
import { PASSWORD } from '../support/passwords.ts';

const { clock, ctx, pass, post, joined, login } = authForAll();

const WRONG = 'not-the-password';
const CLUBHOUSE = () => ({ 'CF-Connecting-IP': network() });
type From = { 'CF-Connecting-IP': string };

const failed = async (key: string, times: number, seconds = 900) =>
  ctx.db.execute({
    sql: `INSERT INTO rate_limits (key, window_start, count) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET count = excluded.count`,
    args: [await storedKey(ctx.db, `login:${key}`), Math.floor(clock.at / 1000 / seconds) * seconds, times],
  });
const failedAt = (from: From, times: number) => failed(callerKey(from['CF-Connecting-IP']), times);

const deviceOf = (answer: Response) => {
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('__Host-porchlight-device='));
  return { cookie: cookie?.split(';')[0] ?? '', attributes: cookie ?? '' };
};
/** A device that has signed in to these accounts. */
const deviceFor = async (...people: Person[]): Promise<{ cookie: string }> => {
  let device = { cookie: '' };
  for (const person of people) {
    const answer = await login(person, PASSWORD, device);
    expect(answer.status).toBe(200);
    device = { cookie: deviceOf(answer).cookie };
  }
  return device;
};
const loginSolving = async (person: { email: string }, from: From, password = PASSWORD) => {
  const body = { email: person.email, password };
  const refused = await post('login', { body, headers: from });
  const solution = solve(await challengeOf(refused));
  return { solution, answer: await post('login', { body: { ...body, solution }, headers: from }) };
};

describe('[AUTH-13] behind an address with 100 failures', () => {
  test('a device that has signed in to the account before signs in at once, however many have failed', async () => {
    const device = await deviceFor(ctx.rex);
    const from = CLUBHOUSE();
    for (const times of [100, 5000]) {
      await ctx.db.execute('DELETE FROM rate_limits');
      await failedAt(from, times);
      expect((await login(ctx.rita, PASSWORD, from)).status).toBe(429);
      const answer = await login(ctx.rex, PASSWORD, { ...from, ...device });
      expect(answer.status).toBe(200);
      device.cookie = deviceOf(answer).cookie;
    }
  });

  test('another device solves a challenge and signs in; each solution lets one attempt through', async () => {
    const from = CLUBHOUSE();
    await failedAt(from, 100);
    const { answer, solution } = await loginSolving(ctx.rita, from, WRONG);
    expect(answer.status).toBe(401);
    const again = { email: ctx.rita.email, password: PASSWORD, solution };
    expect((await post('login', { body: again, headers: from })).status).toBe(429);
    expect((await loginSolving(ctx.rita, from)).answer.status).toBe(200);
  });

  test('a solution is good for its email, for five minutes, and only if it is right', async () => {
    const from = CLUBHOUSE();
    await failedAt(from, 100);
    const refused = async () => challengeOf(await login(ctx.rita, PASSWORD, from));
    const send = async (email: string, solution: object) =>
      (await post('login', { body: { email, password: PASSWORD, solution }, headers: from })).status;
    const solution = solve(await refused());
    expect(await send(ctx.rex.email, solution)).toBe(429);
    expect(await send(ctx.rita.email, { ...solution, answer: solution.answer + 1 })).toBe(429);
    expect(
      await send(ctx.rita.email, {
        ...solution,
        token: `${solution.token.startsWith('A') ? 'B' : 'A'}${solution.token.slice(1)}`,
      }),
    ).toBe(429);
    pass(5 * 60_000);
    expect(await send(ctx.rita.email, solution)).toBe(429);
    pass(-5 * 60_000);
    expect(await send(ctx.rita.email, solution)).toBe(200);
  });

  test('the task doubles with the failures, up to eight times', async () => {
    const rangeAfter = async (times: number) => {
      const from = CLUBHOUSE();
      await failedAt(from, times);
      return (await challengeOf(await login(ctx.rita, PASSWORD, from))).range;
    };
    expect(await Promise.all([100, 250, 450, 100_000].map(rangeAfter))).toEqual([128, 256, 512, 1024]);
  });

  test('whether there is such an account shows in neither the refusal nor the challenge', async () => {
    const from = CLUBHOUSE();
    await failedAt(from, 100);
    const nobody = await loginSolving({ email: 'nobody@example.test' }, from);
    expect(nobody.answer.status).toBe(401);
  });
});

describe('[AUTH-13] failures elsewhere', () => {
  test('100 failures a day at one account, from any addresses, ask strangers for a challenge and no known device', async () => {
    const person = await joined('Pat', 'resident');
    const device = await deviceFor(person);
    await failed(`${person.email}|*`, 100, 86_400);
    expect((await login(person, PASSWORD, CLUBHOUSE())).status).toBe(429);
    expect((await login(person, PASSWORD, { ...CLUBHOUSE(), ...device })).status).toBe(200);
    expect((await loginSolving(person, CLUBHOUSE())).answer.status).toBe(200);
  });

  test('a flood that the first filter stops holds up neither a known device nor who solves the challenge', async () => {
    const device = await deviceFor(ctx.rex);
    const from = CLUBHOUSE();
    const flooded = `login:${callerKey(from['CF-Connecting-IP'])}`;
    const app = createApp({ ...ctx.deps, firstFilter: async (key) => key !== flooded });
    const send = (body: object, headers = {}) =>
      app.request('/api/auth/login', { method: 'POST', body: JSON.stringify(body), headers: { ...from, ...headers } });
    const rex = { email: ctx.rex.email, password: PASSWORD };
    const refused = await send(rex);
    expect(refused.status).toBe(429);
    expect((await send({ ...rex, solution: solve(await challengeOf(refused)) })).status).toBe(200);
    expect((await send(rex, device)).status).toBe(200);
  });
});

describe('the device cookie', () => {
  test('[SEC-18] it is the browser alone that keeps it, and the database has its hash', async () => {
    const { cookie, attributes } = deviceOf(await login(ctx.bea));
    for (const word of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/', 'Max-Age=34560000'])
      expect(attributes).toContain(word);
    const { rows } = await ctx.db.execute('SELECT * FROM known_devices');
    expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1]);
  });

  test('it is good for the accounts that signed in with it, and no other; each sign-in replaces it', async () => {
    const first = await deviceFor(ctx.rex);
    const both = { cookie: deviceOf(await login(ctx.bea, PASSWORD, first)).cookie };
    const from = CLUBHOUSE();
    await failedAt(from, 100);
    const status = async (person: Person, device: object) =>
      (await login(person, WRONG, { ...from, ...device })).status;
    expect([await status(ctx.rex, both), await status(ctx.bea, both), await status(ctx.rita, both)]).toEqual([
      401, 401, 429,
    ]);
    expect(await status(ctx.rex, first)).toBe(429);
    expect(await status(ctx.rex, { cookie: '__Host-porchlight-device=made.up' })).toBe(429);
  });

  test('a stolen one gives ten guesses in a quarter of an hour, then it is as good as none', async () => {
    const person = await joined('Pat', 'resident');
    const device = await deviceFor(person);
    const from = CLUBHOUSE();
    await failedAt(from, 100);
    for (let n = 0; n < 10; n += 1) expect((await login(person, WRONG, { ...from, ...device })).status).toBe(401);
    const refused = await login(person, PASSWORD, { ...from, ...device });
    expect(refused.status).toBe(429);
    const solution = solve(await challengeOf(refused));
    const body = { email: person.email, password: PASSWORD, solution };
    expect((await post('login', { body, headers: { ...from, ...device } })).status).toBe(200);
  });

  test('[AUTH-54] another device is forgotten when the password changes, when it is signed out from elsewhere, and with all others', async () => {
    const person = await joined('Pat', 'resident');
    const session = async (device: { cookie: string }, headers = {}) => {
      const answer = await login(person, PASSWORD, { ...device, ...headers });
      device.cookie = deviceOf(answer).cookie;
      return ((await answer.json()) as { accessToken: string }).accessToken;
    };
    const isKnown = async (device: object) => {
      const from = CLUBHOUSE();
      await failedAt(from, 100);
      return (await login(person, WRONG, { ...from, ...device })).status === 401;
    };
    const [here, there] = [{ cookie: '' }, { cookie: '' }];
    const token = await session(here);
    const change = async (method: string, path: string, body?: object) => {
      await session(there);
      expect(await isKnown(there)).toBe(true);
      expect((await call(ctx.app, method, `/api/auth/${path}`, body, token)).status).toBeLessThan(300);
      expect([await isKnown(here), await isKnown(there)]).toEqual([true, false]);
    };
    const passwords = { currentPassword: PASSWORD, newPassword: PASSWORD };
    await change('PUT', 'change-password', passwords);
    await change('DELETE', 'sessions');
    await session(there);
    const { body } = await call(ctx.app, 'GET', '/api/auth/sessions', undefined, token);
    const other = (body.sessions as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => !isCurrent);
    expect((await call(ctx.app, 'DELETE', `/api/auth/sessions/${other?.id}`, undefined, token)).status).toBe(204);
    expect([await isKnown(here), await isKnown(there)]).toEqual([true, false]);
  });
});
