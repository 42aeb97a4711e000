import { beforeAll, describe, expect, test } from 'vitest';
import { pageHeaders } from '../../worker/http/headers.ts';
import { createContext, type TestContext, testConfig } from '../support/fixtures.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createContext({
    assets: async (request) => new Response(`page of ${new URL(request.url).pathname}`),
  });
});

const SAFE = {
  'strict-transport-security': expect.stringContaining('max-age='),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
};

describe('API answers', () => {
  test.each([
    ['GET', '/api/health', 503],
    ['GET', '/api/requests', 401],
    ['POST', '/api/auth/login', 400],
    ['POST', '/api/requests', 401],
    ['GET', '/api', 404],
    ['GET', '/api/', 404],
    ['GET', '/api/anything-unknown', 404],
    ['DELETE', '/api/no/such/thing', 404],
  ])('%s %s is JSON with every security header, and nobody keeps it', async (method, path, status) => {
    const answer = await ctx.app.request(path, { method });
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...SAFE,
      'cache-control': 'no-store',
      'content-type': expect.stringContaining('application/json'),
    });
  });

  test.each(['/api', '/api/anything-unknown'])('[API-07] GET %s is unknown, not a page of the app', async (path) => {
    expect(await (await ctx.app.request(path)).json()).toEqual({ message: 'Not found', code: 'unknown_path' });
  });

  test('[API-06] a form may be large only where a file is attached', async () => {
    const send = async (path: string, size: number) => {
      const headers = { Authorization: `Bearer ${ctx.bea.token}`, 'Content-Type': 'multipart/form-data; boundary=x' };
      return (await ctx.app.request(path, { method: 'POST', headers, body: 'x'.repeat(size) })).status;
    };
    expect(await send('/api/requests', 1_100_000)).toBe(413);
    expect(await send('/api/replicache/push', 1_100_000)).toBe(413);
    expect(await send('/api/users', 1_100_000)).toBe(413);
    expect(await send(`/api/requests/${ctx.bea.id}/attachments`, 1_100_000)).toBe(404);
    expect(await send(`/api/requests/${ctx.bea.id}/attachments`, 13_000_000)).toBe(413);
  });
});

describe('pages', () => {
  test.each(['/', '/index.html', '/login', '/requests/0192f0c1'])(
    '%s is the app, with every security header',
    async (path) => {
      const answer = await ctx.app.request(path);
      expect([answer.status, await answer.text()]).toEqual([200, 'page of /index.html']);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        ...SAFE,
        'permissions-policy': expect.stringContaining('camera=(self)'),
      });
    },
  );

  test.each(['/assets/gone-1a2b3c.js', '/assets/', '/favicon.ico', '/robots.txt'])(
    '%s, which the build does not have, is 404 and not the app',
    async (path) => {
      const answer = await ctx.app.request(path);
      expect([answer.status, await answer.text()]).toEqual([404, 'Not found']);
      expect(Object.fromEntries(answer.headers)).toMatchObject({ ...SAFE, 'cache-control': 'no-store' });
    },
  );

  test('the policy names the files, the payments and the socket of this environment, and no inline script', () => {
    const config = testConfig();
    const s3 = { ...config.s3, endpoint: 'https://files.example/any/path' };
    const at = (stripe: object) =>
      pageHeaders({ publicUrl: 'https://hoa.example', s3, stripe: { ...config.stripe, ...stripe } })[
        'Content-Security-Policy'
      ];
    expect(at({})).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
    expect(at({})).toContain("connect-src 'self' wss://hoa.example https://files.example https://api.stripe.com;");
    expect(at({})).toContain('frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;');
    expect(at({ scriptUrl: 'http://127.0.0.1:4/v3' })).toContain("script-src 'self' http://127.0.0.1:4;");
    expect(at({})).not.toContain('unsafe');
  });
});
