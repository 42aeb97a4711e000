import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { removeSecondFactor } from '../../local/accounts.ts';
import { stepOf } from '../../worker/auth/totp.ts';
import { authForAll } from '../support/auth.ts';
import { call, type Person } from '../support/fixtures.ts';
import { PASSWORD } from '../support/passwords.ts';

const { ctx, now, pass, post, joined, signIn } = authForAll();
const deps = {
  get db() {
    return ctx.db;
  },
  now,
};

const codeOf = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() + ahead * 30_000 });
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const ask = (token: string, method: string, path: string, body?: object) => call(ctx.app, method, path, body, token);
const factor = (token: string, step = '', body?: object) =>
  ask(token, 'POST', `/api/auth/second-factor${step}`, body ?? {});

/** A superadmin with a second factor, set up in the sign-in `token`. */
const withFactor = async () => {
  const sam = await joined('Sam', 'superadmin');
  const { accessToken: token } = await signIn(sam);
  const { secret } = (await factor(token, '', { password: PASSWORD })).body as { secret: string };
  const { recoveryCodes } = (await factor(token, '/confirm', { code: codeOf(secret) })).body as {
    recoveryCodes: string[];
  };
  pass(60_000);
  return { sam, token, secret, recoveryCodes };
};
const login = async (person: Person, code?: string) => {
  const answer = await post('login', { body: { email: person.email, password: PASSWORD, code } });
  const body = (await answer.json()) as { accessToken?: string; message?: string; second_factor?: boolean };
  return { status: answer.status, ...body };
};
const openPayouts = (token: string) => ask(token, 'POST', '/api/stripe-connect/refresh-onboarding');

test('the codes are those of RFC 6238, one step before and after included', () => {
  const secret = Secret.fromLatin1('12345678901234567890').base32;
  const at = (seconds: number) => stepOf(secret, '287082', new Date(seconds * 1000));
  // Appendix B gives 94287082 for 59 s; six digits are its last six.
  expect([29, 59, 89].map(at)).toEqual([1, 1, 1]);
  expect(at(90)).toBeUndefined();
});

describe('setting it up', () => {
  test('asks for the password, and counts once a code was entered; the recovery codes are given once', async () => {
    const sam = await joined('Sam', 'superadmin');
    const { accessToken: token } = await signIn(sam);
    expect((await factor(token, '', { password: 'not-the-password' })).body.errors).toEqual([
      { path: 'password', msg: 'Current password is incorrect' },
    ]);
    const { status, body } = await factor(token, '', { password: PASSWORD });
    expect([status, body.uri]).toEqual([201, expect.stringContaining('otpauth://totp/Porchlight:')]);
    expect((await login(sam)).status).toBe(200);
    const secret = String(body.secret);
    expect((await factor(token, '/confirm', { code: other(codeOf(secret)) })).status).toBe(400);
    const confirmed = await factor(token, '/confirm', { code: codeOf(secret) });
    expect(new Set(confirmed.body.recoveryCodes as string[]).size).toBe(10);
    expect((await ask(token, 'GET', '/api/auth/second-factor')).body).toEqual({
      confirmedAt: now().toISOString(),
      recoveryCodesLeft: 10,
    });
    expect((await factor(token, '', { password: PASSWORD })).status).toBe(409);
    expect(await login(sam)).toMatchObject({ status: 401, second_factor: true });
  });

  test('[SEC-18] the database holds the secret encrypted and the recovery codes hashed', async () => {
    const { secret, recoveryCodes } = await withFactor();
    const tables = await Promise.all(
      ['second_factors', 'recovery_codes'].map((table) => ctx.db.execute(`SELECT * FROM ${table}`)),
    );
    const stored = JSON.stringify(tables.map(({ rows }) => rows));
    for (const plain of [secret, ...recoveryCodes]) expect(stored).not.toContain(plain);
  });

  test('residents and the board may not', async () => {
    for (const person of [ctx.rex, ctx.bea]) {
      const { accessToken } = await signIn(person);
      expect((await factor(accessToken, '', { password: PASSWORD })).status).toBe(403);
    }
  });
});

describe('signing in with it', () => {
  test('takes the password first, then a code, each code once, and one step earlier or later', async () => {
    const { sam, secret } = await withFactor();
    const wrongPassword = await post('login', {
      body: { email: sam.email, password: 'not-the-password', code: codeOf(secret) },
    });
    expect(((await wrongPassword.json()) as object) ?? {}).not.toHaveProperty('second_factor');
    expect(await login(sam, other(codeOf(secret)))).toMatchObject({ status: 401, second_factor: true });
    expect((await login(sam, codeOf(secret, -1))).status).toBe(200);
    expect((await login(sam, codeOf(secret, -1))).status).toBe(401);
    expect((await login(sam, codeOf(secret, 1))).status).toBe(200);
    expect((await login(sam, codeOf(secret))).status).toBe(401);
    pass(60_000);
    expect((await login(sam, codeOf(secret, 2))).status).toBe(401);
    const both = await Promise.all([login(sam, codeOf(secret)), login(sam, codeOf(secret))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('a recovery code does it once, however it is written', async () => {
    const { sam, token, recoveryCodes } = await withFactor();
    const [code = ''] = recoveryCodes;
    expect((await login(sam, ` ${code.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect((await login(sam, code)).status).toBe(401);
    expect((await ask(token, 'GET', '/api/auth/second-factor')).body.recoveryCodesLeft).toBe(9);
  });

  test('[AUTH-13] after ten wrong codes in an hour none is looked at', async () => {
    const { sam, secret } = await withFactor();
    for (let n = 0; n < 10; n += 1) expect((await login(sam, other(codeOf(secret)))).status).toBe(401);
    expect((await login(sam, codeOf(secret))).status).toBe(429);
    pass(60 * 60_000);
    expect((await login(sam, codeOf(secret))).status).toBe(200);
  });

  test('it still opens after JWT_SECRET was rotated, as long as the old one is named', async () => {
    const { sam, secret } = await withFactor();
    const { config } = ctx.deps;
    const code = codeOf(secret);
    const rotated = { ...config, jwtSecret: 'x'.repeat(40), previousJwtSecrets: [config.jwtSecret] };
    const { createApp } = await import('../../worker/app.ts');
    const body = JSON.stringify({ email: sam.email, password: PASSWORD, code });
    const answer = await createApp({ ...ctx.deps, config: rotated }).request('/api/auth/login', {
      method: 'POST',
      body,
    });
    expect(answer.status).toBe(200);
  });
});

describe('before the payout account is changed', () => {
  test('a code is asked for, within ten minutes, in this very sign-in', async () => {
    const { sam, secret } = await withFactor();
    const { accessToken: token } = await signIn(sam);
    for (const path of ['stripe-connect/create-account', 'subscriptions/create-billing-portal'])
      expect(await ask(token, 'POST', `/api/${path}`)).toMatchObject({ status: 403, body: { second_factor: true } });
    expect(await openPayouts(token)).toMatchObject({ status: 403, body: { second_factor: true } });
    expect((await factor(token, '/check', { code: other(codeOf(secret)) })).status).toBe(400);
    expect((await factor(token, '/check', { code: codeOf(secret) })).status).toBe(204);
    expect((await openPayouts(token)).status).toBe(404);
    const elsewhere = await signIn(sam);
    expect((await openPayouts(elsewhere.accessToken)).status).toBe(403);
    pass(10 * 60_000 + 1);
    expect((await openPayouts(token)).status).toBe(403);
  });

  test('a code at the sign-in is fresh too, and who has no second factor is asked for nothing', async () => {
    const { sam, secret } = await withFactor();
    const { accessToken = '' } = await login(sam, codeOf(secret));
    expect((await openPayouts(accessToken)).status).toBe(404);
    const { accessToken: plain } = await signIn(await joined('Sue', 'superadmin'));
    expect((await openPayouts(plain)).status).toBe(404);
  });

  test('it outlives the renewal of the sign-in', async () => {
    const { sam, secret } = await withFactor();
    const session = await signIn(sam);
    await factor(session.accessToken, '/check', { code: codeOf(secret) });
    const renewed = await post('refresh', { headers: { cookie: session.cookie } });
    const { accessToken } = (await renewed.json()) as { accessToken: string };
    expect((await openPayouts(accessToken)).status).toBe(404);
  });
});

describe('removing it', () => {
  test('asks for a code or a recovery code; all acts are in the trail of activity', async () => {
    const { sam, token, recoveryCodes } = await withFactor();
    expect((await factor(token, '/remove', { code: '000000' })).status).toBe(400);
    expect((await factor(token, '/remove', { code: recoveryCodes[3] })).status).toBe(204);
    expect((await login(sam)).status).toBe(200);
    const { rows } = await ctx.db.execute({
      sql: `SELECT action FROM activity WHERE actor_id = ? AND action LIKE '%Factor' OR action = 'useRecoveryCode' AND actor_id = ?
        ORDER BY rowid`,
      args: [sam.id, sam.id],
    });
    expect(rows.map(({ action }) => action)).toEqual(['addSecondFactor', 'useRecoveryCode', 'removeSecondFactor']);
    const left = await ctx.db.execute({ sql: 'SELECT 1 FROM recovery_codes WHERE user_id = ?', args: [sam.id] });
    expect(left.rows).toEqual([]);
  });

  test('the operator removes it for who has lost everything, and the trail says so', async () => {
    const { sam } = await withFactor();
    await expect(removeSecondFactor(deps, { email: 'nobody@example.test' })).rejects.toThrow(
      'No account has the email',
    );
    expect(await removeSecondFactor(deps, { email: ` ${sam.email.toUpperCase()}` })).toMatchObject({ id: sam.id });
    expect((await login(sam)).status).toBe(200);
    const { rows } = await ctx.db.execute({
      sql: `SELECT actor_id FROM activity WHERE action = 'removeSecondFactor' AND entity_id = ?`,
      args: [sam.id],
    });
    expect(rows).toMatchObject([{ actor_id: null }]);
  });
});
