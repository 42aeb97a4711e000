import { describe, expect, test, vi } from 'vitest';
import type { SessionUser } from '../../client/device/session.ts';
import { PASSWORD } from '../support/passwords.ts';
import { required } from '../support/required.ts';
import { answer, becomes, browserForEach, profile, sessionOf, who } from '../support/session.ts';

const env = browserForEach();
const { ctx, clock, signedIn, refreshes } = env;

const onPath = (path: string, reply: () => Response) => (called: string) => (called === path ? reply() : undefined);

describe('start', () => {
  test('[SESSION-02] without the flag of a sign-in nothing is asked of the server', async () => {
    const tab = await env.browser.open();
    expect(sessionOf(tab)).toEqual({ status: 'out', user: null });
    expect(env.browser.calls).toEqual([]);
  });

  test('[SESSION-02] after a reload the session is renewed', async () => {
    await signedIn();
    const tab = await env.browser.open();
    expect((await profile(tab)).name).toBe(ctx.rex.name);
    expect(refreshes()).toBe(1);
  });

  test('[SESSION-20] after a reload without a network the app opens with the identity on the device', async () => {
    await signedIn();
    env.browser.online = false;
    const tab = await env.browser.open();
    expect([sessionOf(tab).status, who(tab)]).toEqual(['in', ctx.rex.name]);
    await vi.waitFor(() => expect(refreshes()).toBe(1));
    expect(sessionOf(tab).status).toBe('in');
  });

  test('[SESSION-20] the identity on the device holds no secret', async () => {
    await signedIn();
    expect(JSON.parse(localStorage.getItem('porchlight.user') ?? '')).toEqual({
      id: ctx.rex.id,
      hoa_id: ctx.hoa_id,
      name: ctx.rex.name,
      email: ctx.rex.email,
      role: 'resident',
      status: 'active',
      address_id: ctx.rex.address_id,
      phone: null,
      created_at: expect.any(String),
      last_login: expect.any(String),
    });
    const stored = Object.values(localStorage).join();
    expect(stored).not.toContain(env.browser.cookie.split('=')[1]);
    expect(stored).not.toMatch(/eyJ/);
  });

  test('[SESSION-04] with a flag but no identity, a server out of reach ends loading signed out', async () => {
    localStorage.setItem('porchlight.signed-in', '1');
    env.browser.online = false;
    const tab = await env.browser.open();
    expect(sessionOf(tab).status).toBe('loading');
    await becomes(tab, 'out');
    expect(localStorage.getItem('porchlight.signed-in')).toBeNull();
  });

  test('[SESSION-03] a server that never answers ends loading after 3 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    localStorage.setItem('porchlight.signed-in', '1');
    env.browser.instead = () => new Promise(() => {});
    const tab = await env.browser.open();
    await vi.advanceTimersByTimeAsync(2999);
    expect(sessionOf(tab).status).toBe('loading');
    await vi.advanceTimersByTimeAsync(1);
    expect(sessionOf(tab)).toEqual({ status: 'out', user: null });
  });

  test('[SESSION-04] a server that never answers keeps who is known', async () => {
    await signedIn();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    env.browser.instead = () => new Promise(() => {});
    const tab = await env.browser.open();
    await vi.advanceTimersByTimeAsync(30_000);
    expect([sessionOf(tab).status, who(tab)]).toEqual(['in', ctx.rex.name]);
  });
});

describe('signing in', () => {
  test('[SESSION-05] signing in sets the session', async () => {
    const tab = await signedIn();
    expect([sessionOf(tab).status, who(tab)]).toEqual(['in', ctx.rex.name]);
    expect(await tab.getToken()).toMatch(/^eyJ/);
  });

  test('[AUTH-07] a refused sign-in tells the server message and changes nothing', async () => {
    const tab = await env.browser.open();
    const failure = await tab.signIn(ctx.rex.email, 'not-the-password').catch((error: unknown) => error);
    expect(tab.messageOf(failure, 'Login failed')).toBe('Invalid email or password');
    expect(sessionOf(tab).status).toBe('out');
    expect(refreshes()).toBe(0);
  });

  test('[AUTH-07b] an answer without a message leaves the screen its own', async () => {
    const tab = await env.browser.open();
    env.browser.instead = answer(502);
    const failure = await tab.signIn(ctx.rex.email, PASSWORD).catch((error: unknown) => error);
    expect([(failure as { status: number }).status, tab.messageOf(failure, 'Login failed')]).toEqual([
      502,
      'Login failed',
    ]);
  });

  test('[AUTH-08] an answer that is no session is unexpected', async () => {
    const tab = await env.browser.open();
    env.browser.instead = () => new Response('<h1>Welcome to the airport</h1>', { status: 200 });
    await expect(tab.signIn(ctx.rex.email, PASSWORD)).rejects.toMatchObject({ status: 0, serverMessage: undefined });
  });
});

describe('staying signed in', () => {
  test('[SESSION-08] the token is renewed 5 minutes before it expires', async () => {
    const tab = await env.browser.open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    env.browser.instead = onPath('/api/auth/refresh', answer(503));
    await tab.signIn(ctx.rex.email, PASSWORD);
    await vi.advanceTimersByTimeAsync(10 * 60_000 - 1);
    expect(refreshes()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(refreshes()).toBe(1);
  });

  test('[SESSION-07] a renewal without an answer is tried again within seconds, then less and less often', async () => {
    const tab = await env.browser.open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    env.browser.instead = onPath('/api/auth/refresh', answer(503));
    await tab.signIn(ctx.rex.email, PASSWORD);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    await vi.advanceTimersByTimeAsync(3000);
    expect(refreshes()).toBe(2);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(refreshes()).toBeGreaterThan(60);
    expect(refreshes()).toBeLessThan(135);
    env.browser.instead = () => undefined;
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await profile(tab)).name).toBe(ctx.rex.name);
  });

  test('[SESSION-07] a renewal whose answer was lost signs nobody out, an hour later too', async () => {
    const tab = await signedIn();
    clock.ahead = 16 * 60_000;
    env.browser.instead = (path) => (path === '/api/auth/refresh' ? renewedUnheard() : undefined);
    await expect(profile(tab)).rejects.toMatchObject({ status: 0 });
    clock.ahead = 80 * 60_000;
    env.browser.instead = () => undefined;
    expect((await profile(tab)).name).toBe(ctx.rex.name);
    expect(sessionOf(tab).status).toBe('in');
  });

  /** The server renews, but its answer is lost. */
  const renewedUnheard = async (): Promise<never> => {
    const headers = { cookie: env.browser.cookie };
    expect((await ctx.app.request('/api/auth/refresh', { method: 'POST', headers })).status).toBe(200);
    throw new TypeError('Failed to fetch');
  };

  test('[SESSION-09] a 401 is answered by one renewal and one more try', async () => {
    const tab = await signedIn();
    clock.ahead = 16 * 60_000;
    expect((await profile(tab)).name).toBe(ctx.rex.name);
    expect(env.browser.calls.slice(1)).toEqual(['/api/auth/profile', '/api/auth/refresh', '/api/auth/profile']);
  });

  test('[SESSION-09] a second 401 is handed on, without end', async () => {
    const tab = await signedIn();
    env.browser.instead = onPath('/api/auth/profile', answer(401, { message: 'No' }));
    await expect(profile(tab)).rejects.toMatchObject({ status: 401, message: 'No' });
    expect(refreshes()).toBe(1);
    expect(sessionOf(tab).status).toBe('in');
  });

  test('[SESSION-12] calls that fail together share one renewal', async () => {
    const tab = await signedIn();
    clock.ahead = 16 * 60_000;
    await Promise.all([profile(tab), profile(tab), tab.post('/api/replicache/pull', {}), profile(tab)]);
    expect(refreshes()).toBe(1);
  });

  test('[SESSION-12] two tabs that renew at once never spend one token twice', async () => {
    const one = await signedIn();
    const two = await env.browser.open();
    await profile(two);
    const before = refreshes();
    for (const ahead of [16, 40, 60]) {
      clock.ahead = ahead * 60_000;
      await Promise.all([profile(one), profile(two), profile(one), profile(two)]);
    }
    expect(refreshes() - before).toBeLessThanOrEqual(6);
    const { rows } = await ctx.db.execute({
      sql: 'SELECT count(*) AS n FROM refresh_tokens WHERE user_id = ? AND revoked_at IS NOT NULL',
      args: [ctx.rex.id],
    });
    expect([sessionOf(one).status, sessionOf(two).status, rows[0]?.n]).toEqual(['in', 'in', 0]);
  });

  test('[SESSION-12] what one tab renews, the others use', async () => {
    const one = await signedIn();
    const two = await env.browser.open();
    await profile(two);
    await vi.waitFor(async () => expect(await one.getToken()).toBe(await two.getToken()), { interval: 5 });
  });

  test.each([
    ['no network', undefined],
    ['500', 500],
    ['503', 503],
    ['429', 429],
  ])('[SESSION-07] %s during a renewal ends nothing', async (_what, status) => {
    const tab = await signedIn();
    clock.ahead = 16 * 60_000;
    env.browser.instead = onPath('/api/auth/refresh', () => {
      if (status === undefined) throw new TypeError('Failed to fetch');
      return answer(status)();
    });
    await expect(profile(tab)).rejects.toMatchObject({ status: 0, serverMessage: undefined });
    expect(who(tab)).toBe(ctx.rex.name);
    env.browser.instead = () => undefined;
    expect((await profile(tab)).name).toBe(ctx.rex.name);
  });

  test('[SESSION-11] without a network a call fails with the fallback of its screen', async () => {
    const tab = await signedIn();
    env.browser.online = false;
    const failure = await profile(tab).catch((error: unknown) => error);
    expect(tab.messageOf(failure, 'Failed to load data')).toBe('Failed to load data');
    expect(sessionOf(tab).status).toBe('in');
  });

  test('[SESSION-22] a role learned through sync counts at once, and after a reload', async () => {
    const tab = await signedIn();
    const { user } = sessionOf(tab);
    const { hoa_id: _, ...row } = required(user);
    tab.applyUser({ ...row, role: 'board' } as SessionUser);
    expect(sessionOf(tab).user).toEqual({ ...user, role: 'board' });
    tab.applyUser({ ...required(user), id: ctx.bea.id, name: 'Somebody else' });
    expect(who(tab)).toBe(ctx.rex.name);
    env.browser.online = false;
    expect(sessionOf(await env.browser.open()).user?.role).toBe('board');
  });
});
