/** Long, as it is one subject: every way to sign in, renew and be refused, over one cast. */
import { sign } from 'hono/jwt';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Role, UserStatus } from '../schema/users.ts';
import { createApp } from '../worker/app.ts';
import { signAccess } from '../worker/auth/access.ts';
import { callerKey } from '../worker/auth/limits.ts';
import { hashPassword, verifyPassword } from '../worker/auth/passwords.ts';
import { openFamily } from '../worker/auth/refresh.ts';
import { revokeUser } from '../worker/auth/revoke.ts';
import { hashToken } from '../worker/auth/secrets.ts';
import { readStatusAndMessage } from './support/accounts.ts';
import { createContext, type Person, type TestContext } from './support/fixtures.ts';
import { givePassword, PASSWORD } from './support/passwords.ts';

/** A clock that moves only when told to, a minute into a rate window so that none ends under a test. */
const clock = { at: Math.floor(Date.now() / 900_000) * 900_000 + 60_000 };
const now = () => new Date(clock.at);
const pass = (milliseconds: number) => {
  clock.at += milliseconds;
};

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createContext({ now });
  await givePassword(ctx.db, ctx.bea, ctx.rex, ctx.rita, ctx.sue);
});

const joined = async (name: string, role: Role, status: UserStatus = 'active'): Promise<Person> => {
  const person = await ctx.join(ctx.hoa_id, name, role, status);
  if (status !== 'invited') await givePassword(ctx.db, person);
  return person;
};

const HOUR = 3_600_000;

/** A network address that nobody has called from yet. */
const address = () => `2001:db8:${[1, 2].map(() => Math.floor(Math.random() * 65536).toString(16)).join(':')}::1`;

const post = (path: string, { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {}) =>
  ctx.app.request(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'CF-Connecting-IP': address(), ...headers },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });

const login = (person: { email: string }, password = PASSWORD, headers = {}) =>
  post('login', { body: { email: person.email, password }, headers });

const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? '';
/** A sign-in without the slow password. */
const signIn = async (person: Person) => {
  const refresh = await openFamily(ctx.deps, person);
  return {
    cookie: `__Host-porchlight=${refresh.token}`,
    accessToken: await signAccess(ctx.deps, person, refresh),
    family_id: refresh.family_id,
  };
};
const refresh = (cookie: string, headers = {}) => post('refresh', { headers: { cookie, ...headers } });
const profile = (token: string) =>
  ctx.app.request('/api/auth/profile', { headers: { Authorization: `Bearer ${token}` } });
const set = (person: Person, change: string) =>
  ctx.db.execute({ sql: `UPDATE users SET ${change} WHERE id = ?`, args: [person.id] });

describe('signing in', () => {
  test('[AUTH-06] login answers an access token and the user, without secrets', async () => {
    const response = await login(ctx.rex);
    const { accessToken, user } = (await response.json()) as { accessToken: string; user: Record<string, unknown> };
    expect(response.status).toBe(200);
    expect(accessToken.split('.')).toHaveLength(3);
    expect(user).toEqual({
      _id: ctx.rex.id,
      id: ctx.rex.id,
      hoa_id: ctx.hoa_id,
      name: ctx.rex.name,
      email: ctx.rex.email,
      role: 'resident',
      status: 'active',
      phone: null,
      address_id: { _id: ctx.rex.address_id, street: expect.stringContaining('Willow Lane'), unit_number: null },
      createdAt: expect.any(String),
      lastLogin: now().toISOString(),
    });
  });

  test('[SESSION-15] the refresh token travels only in a __Host- cookie that scripts cannot read', async () => {
    const response = await login(ctx.rita);
    const cookie = response.headers.get('set-cookie') ?? '';
    const [pair = '', ...attributes] = cookie.split('; ');
    expect(pair).toMatch(/^__Host-porchlight=[\w.-]{80,}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict', 'Secure']);
    expect(await response.text()).not.toContain(pair.split('=')[1]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('[SEC-18] neither the password nor the refresh token is stored in clear', async () => {
    const cookie = cookieOf(await login(ctx.rita));
    const tokens = await ctx.db.execute('SELECT * FROM refresh_tokens');
    const passwords = await ctx.db.execute('SELECT * FROM credentials');
    const stored = JSON.stringify([tokens.rows, passwords.rows]);
    expect(stored).not.toContain(cookie.split('=')[1]);
    expect(stored).not.toContain(PASSWORD);
    expect(passwords.rows[0]?.password_hash).toMatch(/^scrypt\$16384\$8\$5\$[\w+/=]{24}\$[\w+/=]{44}$/);
  });

  test('[AUTH-09] an unknown email, a wrong password, an invited and a deleted user are told the same', async () => {
    const invited = await joined('Ines', 'resident', 'invited');
    const deleted = await joined('Dora', 'resident');
    await set(deleted, `deleted_at = '2026-01-01T00:00:00.000Z'`);
    const answers = [
      await login({ email: 'nobody@example.test' }),
      await login(ctx.rex, 'not-the-password'),
      await login(invited),
      await login(deleted),
    ];
    for (const answer of answers) {
      expect(await readStatusAndMessage(answer)).toEqual([401, 'Invalid email or password']);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  test('[AUTH-10] an inactive user with the right password is told so, and gets no session', async () => {
    const person = await joined('Ian', 'resident', 'inactive');
    const answer = await login(person);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await readStatusAndMessage(answer)).toEqual([
      403,
      'Your account is inactive. Please contact your HOA board.',
    ]);
    expect((await login(person, 'not-the-password')).status).toBe(401);
  });

  test('[AUTH-11] the email may be typed in any case and with spaces around it', async () => {
    expect((await login({ email: `  ${ctx.bea.email.toUpperCase()} ` })).status).toBe(200);
  });

  test('[AUTH-12] a sign-in is noted on the user, as a change that syncs', async () => {
    pass(1000);
    await login(ctx.bea);
    const { rows } = await ctx.db.execute({
      sql: `SELECT u.last_login, u.rev, l.audience FROM users u
        JOIN sync_log l ON l.entity = 'user' AND l.entity_id = u.id WHERE u.id = ? ORDER BY l.audience = 'board'`,
      args: [ctx.bea.id],
    });
    expect(rows.map((row) => [row.last_login, row.audience])).toEqual([
      [now().toISOString(), ctx.bea.id],
      [now().toISOString(), 'board'],
    ]);
    expect(rows[0]?.rev).toBeGreaterThan(1);
  });

  test.each([
    ['AUTH-02', { email: 'not-an-email', password: PASSWORD }, 'Please enter a valid email address'],
    ['AUTH-02', { password: PASSWORD }, 'Please enter a valid email address'],
    ['AUTH-03', { email: 'a@b.test', password: 'short' }, 'Password must be at least 6 characters'],
    ['AUTH-03', { email: 'a@b.test', password: 123456 }, 'Password must be at least 6 characters'],
    ['AUTH-57', { email: 'a@b.test', password: 'x'.repeat(201) }, 'Password cannot exceed 200 characters'],
  ])('[%s] login refuses %o with its own sentence', async (_id, body, message) => {
    expect(await readStatusAndMessage(await post('login', { body }))).toEqual([400, message]);
  });

  test.each(['{"email": ', '[]', 'null', '"text"', ''])('[API-06] login answers 400 to the body %o', async (body) => {
    const [status, message] = await readStatusAndMessage(await post('login', { body }));
    expect([status, typeof message]).toEqual([400, 'string']);
  });

  test('[AUTH-57] a password of 200 characters is hashed whole', async () => {
    const long = 'x'.repeat(199);
    const stored = await hashPassword(`${long}a`);
    expect(await verifyPassword(`${long}a`, stored)).toBe(true);
    expect(await verifyPassword(`${long}b`, stored)).toBe(false);
  });

  test('[SEC-18] a stored hash that is damaged lets nobody in', async () => {
    expect(await verifyPassword('', 'scrypt$16384$8$5$AAAA$')).toBe(false);
    expect(await verifyPassword('', null)).toBe(false);
  });
});

describe('too many attempts', () => {
  const guess = async (person: Person, from: string, times: number) => {
    const answers: Response[] = [];
    for (let n = 0; n < times; n++) answers.push(await login(person, 'not-the-password', { 'CF-Connecting-IP': from }));
    return answers.map((answer) => answer.status);
  };
  /** Failures that have been counted before. */
  const failed = (key: string, times: number) =>
    ctx.db.execute({
      sql: 'INSERT INTO rate_limits (key, window_start, count) VALUES (?, ?, ?)',
      args: [`login:${key}`, Math.floor(clock.at / 900_000) * 900, times],
    });

  test('[AUTH-13] the eleventh failure in a quarter of an hour gets 429 and the time to wait', async () => {
    const from = address();
    expect(await guess(ctx.rita, from, 10)).toEqual(new Array(10).fill(401));
    const answer = await login(ctx.rita, PASSWORD, { 'CF-Connecting-IP': from });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
    expect(await readStatusAndMessage(answer)).toEqual([
      429,
      expect.stringMatching(/^Too many attempts\. Please try again in \d+ minutes?\.$/),
    ]);
  });

  test('[AUTH-13] a stranger who guesses does not lock the owner out, who calls from another address', async () => {
    const from = address();
    await failed(`${ctx.rex.email}|${callerKey(from)}`, 10);
    expect(await guess(ctx.rex, from, 1)).toEqual([429]);
    expect((await login(ctx.rex)).status).toBe(200);
  });

  test('[AUTH-13] a burst sent at once is counted before it is checked', async () => {
    const from = address();
    const burst = Array.from({ length: 14 }, () => login(ctx.sue, 'not-the-password', { 'CF-Connecting-IP': from }));
    const statuses = (await Promise.all(burst)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  test('[AUTH-13] a success clears the failures before it', async () => {
    const from = address();
    await failed(`${ctx.sue.email}|${callerKey(from)}`, 9);
    expect((await login(ctx.sue, PASSWORD, { 'CF-Connecting-IP': from })).status).toBe(200);
    expect(await guess(ctx.sue, from, 2)).toEqual([401, 401]);
  });

  test('[AUTH-13] one address may fail 100 times, whatever accounts it tries; its successes do not count', async () => {
    const from = address();
    await failed(callerKey(from), 98);
    for (let n = 0; n < 3; n++) expect((await login(ctx.bea, PASSWORD, { 'CF-Connecting-IP': from })).status).toBe(200);
    expect(await guess(ctx.rex, from, 1)).toEqual([401]);
    expect(await guess(ctx.rita, from, 1)).toEqual([401]);
    expect(await guess(ctx.bea, from, 1)).toEqual([429]);
  });

  test('[AUTH-13] the next window starts anew', async () => {
    const from = address();
    await failed(`${ctx.rita.email}|${callerKey(from)}`, 10);
    expect(await guess(ctx.rita, from, 1)).toEqual([429]);
    pass(15 * 60_000);
    expect((await login(ctx.rita, PASSWORD, { 'CF-Connecting-IP': from })).status).toBe(200);
    pass(-15 * 60_000);
  });

  test('[AUTH-13] a network of IPv6 addresses is one caller', () => {
    expect(callerKey('2001:db8:1:2:aaaa::1')).toBe(callerKey('2001:0db8:0001:0002:ffff:1:2:3'));
    expect(callerKey('2001:db8::1')).toBe('2001:db8:0:0');
    expect(callerKey('2001:db8:1:3::1')).not.toBe(callerKey('2001:db8:1:2::1'));
    expect(callerKey('203.0.113.7')).toBe('203.0.113.7');
    expect(callerKey(undefined)).toBe('local');
  });

  test('[AUTH-13] the first filter answers 429 before anything is looked up', async () => {
    const strict = createApp({ ...ctx.deps, firstFilter: async () => false });
    const body = JSON.stringify({ email: ctx.rex.email, password: PASSWORD });
    expect((await strict.request('/api/auth/login', { method: 'POST', body })).status).toBe(429);
  });
});

describe('renewing a session', () => {
  test('[SESSION-13] refresh answers an access token and the user, and rotates the cookie', async () => {
    const { cookie } = await signIn(ctx.rex);
    const response = await refresh(cookie);
    const body = (await response.json()) as { accessToken: string; user: { id: string } };
    expect([response.status, body.user.id]).toEqual([200, ctx.rex.id]);
    expect(cookieOf(response)).not.toBe(cookie);
    expect((await profile(body.accessToken)).status).toBe(200);
    expect((await refresh(cookieOf(response))).status).toBe(200);
  });

  test('[SESSION-15] a lost answer signs nobody out: the spent token gives the same successor until that is used', async () => {
    const { cookie } = await signIn(ctx.rex);
    const successor = cookieOf(await refresh(cookie));
    for (const hours of [0, 1, 22.9]) {
      pass(hours * HOUR);
      const again = await refresh(cookie);
      expect([again.status, cookieOf(again)]).toEqual([200, successor]);
    }
    expect((await refresh(successor)).status).toBe(200);
  });

  test('[SESSION-15] a spent token stands for its unused successor for a day at most', async () => {
    const { cookie } = await signIn(ctx.rex);
    const successor = cookieOf(await refresh(cookie));
    pass(24 * HOUR + 1);
    expect(await readStatusAndMessage(await refresh(cookie))).toEqual([401, 'Session expired']);
    expect((await refresh(successor)).status).toBe(401);
  });

  test('[SESSION-15] a second tab with the spent token is given the newest one for ten seconds', async () => {
    const { cookie } = await signIn(ctx.rex);
    const second = await refresh(cookie);
    await use(second);
    pass(10_000);
    expect(cookieOf(await refresh(cookie))).toBe(cookieOf(second));
    const third = await refresh(cookieOf(second));
    expect(cookieOf(await refresh(cookie))).toBe(cookieOf(third));
  });

  test('[SESSION-12] of refreshes at once exactly one rotates, and all are given its successor', async () => {
    const { cookie } = await signIn(ctx.rex);
    const before = await tokensOf(ctx.rex);
    const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(cookie)));
    expect(answers.map((answer) => answer.status)).toEqual(new Array(12).fill(200));
    expect(new Set(answers.map(cookieOf)).size).toBe(1);
    expect(await tokensOf(ctx.rex)).toBe(before + 1);
  });

  test.each([
    ['has been renewed', async (successor: Response) => void (await refresh(cookieOf(successor)))],
    ['has brought a token that was used', async (successor: Response) => void (await use(successor))],
  ])(
    '[SESSION-15] a spent token that comes after its successor %s ends its whole family, and no other',
    async (_how, useIt) => {
      const { cookie } = await signIn(ctx.rex);
      const elsewhere = await signIn(ctx.rex);
      const successor = await refresh(cookie);
      const { accessToken } = (await successor.clone().json()) as { accessToken: string };
      await useIt(successor);
      pass(10_001);
      const reuse = await refresh(cookie);
      expect(reuse.headers.get('set-cookie')).toMatch(/^__Host-porchlight=; .*Max-Age=0/);
      expect(await readStatusAndMessage(reuse)).toEqual([401, 'Session expired']);
      expect((await refresh(cookieOf(successor))).status).toBe(401);
      expect((await profile(accessToken)).status).toBe(401);
      expect((await refresh(elsewhere.cookie)).status).toBe(200);
    },
  );

  test('[SESSION-15] a sign-in ends 180 days after it began, however often it is renewed', async () => {
    const began = clock.at;
    let { cookie } = await signIn(ctx.rex);
    for (let days = 29; days < 180; days += 29) {
      clock.at = began + days * 24 * HOUR;
      cookie = cookieOf(await refresh(cookie));
    }
    clock.at = began + 180 * 24 * HOUR - 1;
    cookie = cookieOf(await refresh(cookie));
    clock.at = began + 180 * 24 * HOUR;
    expect(await readStatusAndMessage(await refresh(cookie))).toEqual([401, 'Session expired']);
    clock.at = began;
  });

  test('[SESSION-15] a refresh token lasts 30 days from its last use', async () => {
    const { cookie } = await signIn(ctx.rex);
    pass(30 * 86_400_000);
    const late = await refresh(cookie);
    pass(-30 * 86_400_000);
    expect(late.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(await readStatusAndMessage(late)).toEqual([401, 'Session expired']);
  });

  test.each(['', '__Host-porchlight=', '__Host-porchlight=unknown'])(
    '[SESSION-13] the cookie %o gets 401',
    async (cookie) => {
      expect(await readStatusAndMessage(await refresh(cookie))).toEqual([401, 'Session expired']);
    },
  );

  test('[SESSION-14] logout ends this sign-in alone, and needs none', async () => {
    const { cookie, accessToken } = await signIn(ctx.rex);
    const elsewhere = await signIn(ctx.rex);
    const response = await post('logout', { headers: { cookie } });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await refresh(cookie)).status).toBe(401);
    expect((await profile(accessToken)).status).toBe(401);
    expect((await refresh(elsewhere.cookie)).status).toBe(200);
    expect((await post('logout')).status).toBe(204);
  });

  test.each([
    ['inactive', `status = 'inactive'`, 403],
    ['deleted', `status = 'inactive', deleted_at = '2026-01-01T00:00:00.000Z'`, 401],
  ])(
    '[SESSION-23] a user made %s gets 401 at the next call, and every sign-in of theirs ends',
    async (_how, change, refused) => {
      const person = await joined('Gus', 'resident');
      const [one, two] = [await signIn(person), await signIn(person)];
      await set(person, change);
      expect((await profile(one.accessToken)).status).toBe(401);
      expect((await refresh(one.cookie)).status).toBe(refused);
      await set(person, `status = 'active', deleted_at = NULL`);
      expect((await refresh(two.cookie)).status).toBe(401);
    },
  );

  test('[AUTH-55] every other sign-in of a user can be ended', async () => {
    const [here, there] = [await signIn(ctx.rita), await signIn(ctx.rita)];
    await revokeUser(ctx.deps, ctx.hoa_id, ctx.rita.id, here.family_id);
    expect((await refresh(here.cookie)).status).toBe(200);
    expect((await refresh(there.cookie)).status).toBe(401);
  });

  /** Calls with the access token of a renewal, until the server has noted it. */
  const use = async (renewal: Response): Promise<void> => {
    const { accessToken } = (await renewal.clone().json()) as { accessToken: string };
    expect((await profile(accessToken)).status).toBe(200);
    const hash = await hashToken(cookieOf(renewal).split('=')[1] ?? '');
    const sql = 'SELECT used_at FROM refresh_tokens WHERE token_hash = ?';
    await expect.poll(async () => (await ctx.db.execute({ sql, args: [hash] })).rows[0]?.used_at).toBeTruthy();
  };

  const tokensOf = async (person: Person) => {
    const { rows } = await ctx.db.execute({
      sql: 'SELECT count(*) AS n FROM refresh_tokens WHERE user_id = ?',
      args: [person.id],
    });
    return Number(rows[0]?.n);
  };
});

describe('other sites', () => {
  test.each([
    [{ Origin: 'https://evil.example' }],
    [{ Origin: 'null' }],
    [{ Origin: 'http://localhost:9999', 'Sec-Fetch-Site': 'same-site' }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
  ])('[SESSION-16] calls with %o may not use, set or end a session', async (headers) => {
    const { cookie } = await signIn(ctx.rex);
    expect((await refresh(cookie, headers)).status).toBe(403);
    expect((await post('logout', { headers: { cookie, ...headers } })).status).toBe(403);
    expect((await login(ctx.rex, PASSWORD, headers)).status).toBe(403);
    expect((await refresh(cookie)).status).toBe(200);
  });

  test.each([[{ Origin: 'http://localhost:8787' }], [{ 'Sec-Fetch-Site': 'same-origin' }], [{}]])(
    '[SESSION-16] calls with %o may',
    async (headers) => {
      const { cookie } = await signIn(ctx.rex);
      expect((await refresh(cookie, headers)).status).toBe(200);
    },
  );
});

describe('who is calling', () => {
  test('[AUTH-51] profile answers the caller', async () => {
    const { accessToken } = await signIn(ctx.bea);
    const body = (await (await profile(accessToken)).json()) as Record<string, unknown>;
    expect(body).toMatchObject({ _id: ctx.bea.id, email: ctx.bea.email, role: 'board' });
  });

  test('[SEC-16] a demotion counts from the next call, whatever the token was issued for', async () => {
    const person = await joined('Ben', 'board');
    const { accessToken } = await signIn(person);
    await set(person, `role = 'resident'`);
    expect(await (await profile(accessToken)).json()).toMatchObject({ role: 'resident' });
  });

  test('[SESSION-15] an access token lasts 15 minutes', async () => {
    const { accessToken } = await signIn(ctx.bea);
    pass(15 * 60_000 - 1000);
    expect((await profile(accessToken)).status).toBe(200);
    pass(1000);
    expect((await profile(accessToken)).status).toBe(401);
    pass(-15 * 60_000);
  });

  test('[API-06] a token that is missing, altered, signed by another or not signed at all gets 401', async () => {
    const { accessToken } = await signIn(ctx.rex);
    const [head = '', body = '', signature = ''] = accessToken.split('.');
    const claims = JSON.parse(atob(body)) as Record<string, string>;
    const forged = btoa(JSON.stringify({ ...claims, sub: ctx.bea.id })).replaceAll('=', '');
    const unsigned = `${btoa('{"alg":"none","typ":"JWT"}').replaceAll('=', '')}.${body}.`;
    const foreign = await sign(claims, 'another secret', 'HS256');
    for (const token of ['', 'nonsense', `${head}.${forged}.${signature}`, unsigned, foreign])
      expect((await profile(token)).status).toBe(401);
    expect((await ctx.app.request('/api/auth/profile')).status).toBe(401);
  });

  test.each([
    ['no issuer', { iss: undefined }],
    ['another issuer', { iss: 'https://staging.porchlight.test' }],
    ['no audience', { aud: undefined }],
    ['another audience', { aud: 'https://staging.porchlight.test' }],
  ])('[API-06] a token with %s gets 401, though its signature is right', async (_what, change) => {
    const { accessToken } = await signIn(ctx.rex);
    const claims = JSON.parse(atob(accessToken.split('.')[1] ?? '')) as Record<string, string>;
    const signed = (over: object) => sign({ ...claims, ...over }, ctx.deps.config.jwtSecret, 'HS256');
    expect((await profile(await signed({}))).status).toBe(200);
    expect((await profile(await signed(change))).status).toBe(401);
  });

  test('[SEC-13] a token of one HOA does not speak for the same id in another', async () => {
    const { accessToken } = await signIn(ctx.rex);
    const claims = JSON.parse(atob(accessToken.split('.')[1] ?? '')) as Record<string, string>;
    const crossed = await sign({ ...claims, hoa: ctx.olga.hoa_id }, ctx.deps.config.jwtSecret, 'HS256');
    expect((await profile(crossed)).status).toBe(401);
  });
});
