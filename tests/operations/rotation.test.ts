import { expect, test } from 'vitest';
import { createApp } from '../../worker/app.ts';
import { signAccess } from '../../worker/auth/access.ts';
import { linkToken, storeLinks } from '../../worker/auth/links.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import { readToken, signToken } from '../../worker/auth/refresh-token.ts';
import { resealSecrets } from '../../worker/auth/reseal.ts';
import { sealSecret, unsealSecret } from '../../worker/auth/totp.ts';
import { checkEnvironment } from '../../worker/environment.ts';
import { sealWebhookSecret, unsealWebhookSecret } from '../../worker/webhooks/signature.ts';
import { call, contextForAll, testConfig } from '../support/fixtures.ts';
import { PASSWORD } from '../support/passwords.ts';
import { nth } from '../support/required.ts';

const ctx = contextForAll();
const NEW = 'the secret after the rotation is long enough';
const { jwtSecret: old } = testConfig();

/** The worker after JWT_SECRET was replaced; `previous` is what still stands in JWT_SECRET_PREVIOUS. */
const rotated = (previous: string[] = []) => ({
  ...ctx.deps,
  config: { ...ctx.deps.config, jwtSecret: NEW, previousJwtSecrets: previous },
});
const profile = async (deps: typeof ctx.deps, token: string) =>
  (await call(createApp(deps), 'GET', '/api/auth/profile', undefined, token)).status;

test('[SESSION-15] an access token outlives the rotation of its secret, until the previous one is taken away', async () => {
  expect(await profile(rotated([old]), ctx.rex.token)).toBe(200);
  expect(await profile(rotated(['an even older secret, of no use here', old]), ctx.rex.token)).toBe(200);
  expect(await profile(rotated(), ctx.rex.token)).toBe(401);
});

test('[SESSION-15] after a rotation only the newest secret signs', async () => {
  const deps = rotated([old]);
  const token = await signAccess(deps, ctx.rex, await openFamily(deps, ctx.rex));
  expect(await profile(rotated(), token)).toBe(200);
  expect(await profile(ctx.deps, token)).toBe(401);
});

test('[SESSION-15] a refresh token that only its signature proves is known after a rotation too', async () => {
  const claims = { family_id: 'a-family', issued_at: '2026-11-22T09:00:00.000Z' };
  const token = await signToken({ jwtSecret: old }, claims);
  expect(await readToken(rotated([old]).config, token)).toEqual(claims);
  expect(await readToken(rotated().config, token)).toBeUndefined();
  expect(await readToken({ jwtSecret: old }, await signToken(rotated([old]).config, claims))).toBeUndefined();
});

test('[SESSION-15] the nightly run encrypts anew what an old secret has encrypted, and leaves what none opens', async () => {
  const during = rotated([old]);
  const { hoa_id, id: user_id } = ctx.sue;
  const at = ctx.deps.now().toISOString();
  const [factor, hook, before] = [
    await sealSecret({ jwtSecret: old }, 'FACTOR'),
    await sealWebhookSecret({ jwtSecret: old }, 'whsec_new'),
    await sealWebhookSecret({ jwtSecret: 'of nobody, and yet long enough for it' }, 'whsec_old'),
  ];
  await ctx.db.batch(
    [
      {
        sql: 'INSERT INTO second_factors (user_id, hoa_id, sealed_secret, created_at) VALUES (?, ?, ?, ?)',
        args: [user_id, hoa_id, factor, at],
      },
      {
        sql: `INSERT INTO webhook_endpoints (id, hoa_id, url, description, events, sealed_secret, sealed_previous, created_at)
          VALUES ('reseal', ?, 'https://example.test/', '', '[]', ?, ?, ?)`,
        args: [hoa_id, hook, before, at],
      },
    ],
    'write',
  );
  for (let nights = 0; nights < 2; nights += 1) await resealSecrets(during);
  const { rows } = await ctx.db.execute({
    sql: `SELECT w.sealed_secret AS hook, w.sealed_previous AS before, f.sealed_secret AS factor
      FROM webhook_endpoints w, second_factors f WHERE w.id = 'reseal' AND f.user_id = ?`,
    args: [user_id],
  });
  const stored = nth(rows, 0);
  const { config } = rotated();
  expect(await unsealWebhookSecret(config, String(stored.hook))).toBe('whsec_new');
  expect(await unsealSecret(config, String(stored.factor))).toBe('FACTOR');
  expect(stored.before).toBe(before);
});

test('[AUTH-09] a link mailed before the rotation and the one of a repeated mail lead to the same person', async () => {
  const at = ctx.deps.now().toISOString();
  const links = { purpose: 'reset', at } as const;
  const { id: user_id, hoa_id } = ctx.rita;
  const mailed = await linkToken(ctx.deps, 'reset', user_id, at);
  await storeLinks(ctx.deps, links, [{ user_id, hoa_id, token: mailed }]);
  const repeated = await linkToken(rotated(), 'reset', user_id, at);
  await storeLinks(rotated(), links, [{ user_id, hoa_id, token: repeated }]);
  expect(repeated).not.toBe(mailed);
  const body = { token: mailed, password: PASSWORD, password_confirm: PASSWORD };
  expect((await call(createApp(rotated()), 'POST', '/api/auth/reset-password', body)).status).toBe(200);
});

test('[SEC-18] a previous secret that signs too little is named, an empty list is none', () => {
  const problemsOf = (JWT_SECRET_PREVIOUS: string) =>
    checkEnvironment({ JWT_SECRET_PREVIOUS }).filter((problem) => problem.startsWith('JWT_SECRET_PREVIOUS'));
  expect(problemsOf(`${NEW}, x`)).toEqual(['JWT_SECRET_PREVIOUS must have 32 characters or more']);
  expect(problemsOf(`${NEW}, ${NEW.toUpperCase()}`)).toEqual([]);
  expect(problemsOf('')).toEqual([]);
});
