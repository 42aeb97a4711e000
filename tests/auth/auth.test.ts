import { scryptSync } from 'node:crypto';
import { sign } from 'hono/jwt';
import { describe, expect, test } from 'vitest';
import { app } from '../../worker/app.ts';
import { readAccess } from '../../worker/auth/access.ts';
import { hashPassword, verifyPassword } from '../../worker/auth/passwords.ts';
import { readStatusAndMessage } from '../support/accounts.ts';
import { authForAll, cookieOf } from '../support/auth.ts';
import { PASSWORD } from '../support/passwords.ts';
import { withFullScrypt } from '../support/quick-scrypt.ts';

const { ctx, now, pass, post, joined, login, signIn, refresh, profile, set } = authForAll();

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
    const [cookie = ''] = response.headers.getSetCookie();
    const [pair = '', ...attributes] = cookie.split('; ');
    expect(pair).toMatch(/^__Host-porchlight=[\w.-]{80,}$/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict', 'Secure']);
    expect(await response.text()).not.toContain(pair.split('=')[1]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('[SEC-18] neither the password nor the refresh token is stored in clear', async () => {
    const nora = await joined('Nora', 'resident');
    const cookie = cookieOf(await login(nora));
    const change = { currentPassword: PASSWORD, newPassword: 'another-password-1' };
    expect((await nora.call('PUT', '/api/auth/change-password', change)).status).toBe(200);
    const rowsOf = (table: string) =>
      ctx.db.execute({ sql: `SELECT * FROM ${table} WHERE user_id = ?`, args: [nora.id] });
    const [tokens, passwords] = [await rowsOf('refresh_tokens'), await rowsOf('credentials')];
    const stored = JSON.stringify([tokens.rows, passwords.rows]);
    expect(stored).not.toContain(cookie.split('=')[1]);
    expect(stored).not.toContain(change.newPassword);
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

  test('[AUTH-57] a password of 200 characters is hashed whole, at the cost that its hash names', () =>
    withFullScrypt(async () => {
      const long = 'x'.repeat(199);
      const stored = await hashPassword(`${long}a`);
      expect(await verifyPassword(`${long}a`, stored)).toBe(true);
      expect(await verifyPassword(`${long}b`, stored)).toBe(false);
      const [, N, r, p, salt = '', hash] = stored.split('$');
      const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: 2 ** 26 };
      expect([cost.N, cost.r, cost.p]).toEqual([16_384, 8, 5]);
      expect(scryptSync(`${long}a`, Buffer.from(salt, 'base64'), 32, cost).toString('base64')).toBe(hash);
    }));

  test('[SEC-18] a stored hash that is damaged lets nobody in', async () => {
    expect(await verifyPassword('', 'scrypt$16384$8$5$AAAA$')).toBe(false);
    expect(await verifyPassword('', null)).toBe(false);
  });
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

  test('[API-06] claims that were verified before stand for the token, as long as it lasts and its sign-in stands', async () => {
    const { accessToken } = await signIn(ctx.rita);
    const claims = await readAccess(ctx.deps, accessToken);
    const status = async (given: typeof claims) => {
      const bindings = { deps: ctx.deps, ...(given && { claims: given }) };
      return (await app.request('/api/auth/profile', {}, bindings)).status;
    };
    expect(await status(undefined)).toBe(401);
    expect(await status(claims)).toBe(200);
    pass(16 * 60_000);
    expect(await status(claims)).toBe(401);
    pass(-16 * 60_000);
    await ctx.db.execute({
      sql: 'UPDATE refresh_tokens SET revoked_at = created_at WHERE family_id = ?',
      args: [claims?.sid ?? ''],
    });
    expect(await status(claims)).toBe(401);
  });

  test('[SEC-13] a token of one HOA does not speak for the same id in another', async () => {
    const { accessToken } = await signIn(ctx.rex);
    const claims = JSON.parse(atob(accessToken.split('.')[1] ?? '')) as Record<string, string>;
    const crossed = await sign({ ...claims, hoa: ctx.olga.hoa_id }, ctx.deps.config.jwtSecret, 'HS256');
    expect((await profile(crossed)).status).toBe(401);
  });
});
