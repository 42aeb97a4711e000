/** Long, as it is one subject: a session is one story with many ends, told over the same few helpers. */
import { getDefaultStore } from 'jotai';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { revokeUser } from '../worker/auth/revoke.ts';
import { Browser } from './support/browser.ts';
import { createContext, type Person, type TestContext } from './support/fixtures.ts';
import { givePassword, PASSWORD } from './support/passwords.ts';

type Tab = Awaited<ReturnType<Browser['open']>>;

const clock = { ahead: 0 };
let ctx: TestContext;
let browser: Browser;
beforeAll(async () => {
  ctx = await createContext({ now: () => new Date(Date.now() + clock.ahead) });
  await givePassword(ctx.db, ctx.bea, ctx.rex);
});
beforeEach(() => {
  clock.ahead = 0;
  browser = new Browser(ctx.app);
});
afterEach(() => {
  vi.useRealTimers();
  browser.close();
});

const sessionOf = (tab: Tab) => getDefaultStore().get(tab.sessionAtom);
const who = (tab: Tab) => sessionOf(tab).user?.name;
const becomes = (tab: Tab, status: 'in' | 'out') =>
  vi.waitFor(() => expect(sessionOf(tab).status).toBe(status), { interval: 5 });
const profile = (tab: Tab) => tab.api<{ name: string }>('/api/auth/profile');
const signedIn = async (person: Person = ctx.rex) => {
  const tab = await browser.open();
  await tab.signIn(person.email, PASSWORD);
  return tab;
};
const refreshes = () => browser.calls.filter((path) => path === '/api/auth/refresh').length;
const answer = (status: number, body?: unknown) => () =>
  new Response(body === undefined ? null : JSON.stringify(body), { status });
const onPath = (path: string, reply: () => Response) => (called: string) => (called === path ? reply() : undefined);

describe('start', () => {
  test('[SESSION-02] without the flag of a sign-in nothing is asked of the server', async () => {
    const tab = await browser.open();
    expect(sessionOf(tab)).toEqual({ status: 'out', user: null });
    expect(browser.calls).toEqual([]);
  });

  test('[SESSION-02] after a reload the session is renewed', async () => {
    await signedIn();
    const tab = await browser.open();
    expect((await profile(tab)).name).toBe(ctx.rex.name);
    expect(refreshes()).toBe(1);
  });

  test('[SESSION-20] after a reload without a network the app opens with the identity on the device', async () => {
    await signedIn();
    browser.online = false;
    const tab = await browser.open();
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
    expect(stored).not.toContain(browser.cookie.split('=')[1]);
    expect(stored).not.toMatch(/eyJ/);
  });

  test('[SESSION-04] with a flag but no identity, a server out of reach ends loading signed out', async () => {
    localStorage.setItem('porchlight.signed-in', '1');
    browser.online = false;
    const tab = await browser.open();
    expect(sessionOf(tab).status).toBe('loading');
    await becomes(tab, 'out');
    expect(localStorage.getItem('porchlight.signed-in')).toBeNull();
  });

  test('[SESSION-03] a server that never answers ends loading after 3 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    localStorage.setItem('porchlight.signed-in', '1');
    browser.instead = () => new Promise(() => {});
    const tab = await browser.open();
    await vi.advanceTimersByTimeAsync(2999);
    expect(sessionOf(tab).status).toBe('loading');
    await vi.advanceTimersByTimeAsync(1);
    expect(sessionOf(tab)).toEqual({ status: 'out', user: null });
  });

  test('[SESSION-04] a server that never answers keeps who is known', async () => {
    await signedIn();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    browser.instead = () => new Promise(() => {});
    const tab = await browser.open();
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
    const tab = await browser.open();
    const failure = await tab.signIn(ctx.rex.email, 'not-the-password').catch((error: unknown) => error);
    expect(tab.messageOf(failure, 'Login failed')).toBe('Invalid email or password');
    expect(sessionOf(tab).status).toBe('out');
    expect(refreshes()).toBe(0);
  });

  test('[AUTH-07b] an answer without a message leaves the screen its own', async () => {
    const tab = await browser.open();
    browser.instead = answer(502);
    const failure = await tab.signIn(ctx.rex.email, PASSWORD).catch((error: unknown) => error);
    expect([(failure as { status: number }).status, tab.messageOf(failure, 'Login failed')]).toEqual([
      502,
      'Login failed',
    ]);
  });

  test('[AUTH-08] an answer that is no session is unexpected', async () => {
    const tab = await browser.open();
    browser.instead = () => new Response('<h1>Welcome to the airport</h1>', { status: 200 });
    await expect(tab.signIn(ctx.rex.email, PASSWORD)).rejects.toMatchObject({ status: 0, said: undefined });
  });
});

describe('staying signed in', () => {
  test('[SESSION-08] the token is renewed 5 minutes before it expires', async () => {
    const tab = await browser.open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    browser.instead = onPath('/api/auth/refresh', answer(503));
    await tab.signIn(ctx.rex.email, PASSWORD);
    await vi.advanceTimersByTimeAsync(10 * 60_000 - 1);
    expect(refreshes()).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(refreshes()).toBe(1);
  });

  test('[SESSION-07] a renewal without an answer is tried again within seconds, then less and less often', async () => {
    const tab = await browser.open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    browser.instead = onPath('/api/auth/refresh', answer(503));
    await tab.signIn(ctx.rex.email, PASSWORD);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    await vi.advanceTimersByTimeAsync(3000);
    expect(refreshes()).toBe(2);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(refreshes()).toBeGreaterThan(60);
    expect(refreshes()).toBeLessThan(135);
    browser.instead = () => undefined;
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await profile(tab)).name).toBe(ctx.rex.name);
  });

  test('[SESSION-07] a renewal whose answer was lost signs nobody out, an hour later too', async () => {
    const tab = await signedIn();
    clock.ahead = 16 * 60_000;
    browser.instead = (path) => (path === '/api/auth/refresh' ? renewedUnheard() : undefined);
    await expect(profile(tab)).rejects.toMatchObject({ status: 0 });
    clock.ahead = 80 * 60_000;
    browser.instead = () => undefined;
    expect((await profile(tab)).name).toBe(ctx.rex.name);
    expect(sessionOf(tab).status).toBe('in');
  });

  /** The server renews, and nothing of its answer arrives. */
  const renewedUnheard = async (): Promise<never> => {
    const headers = { cookie: browser.cookie };
    expect((await ctx.app.request('/api/auth/refresh', { method: 'POST', headers })).status).toBe(200);
    throw new TypeError('Failed to fetch');
  };

  test('[SESSION-09] a 401 is answered by one renewal and one more try', async () => {
    const tab = await signedIn();
    clock.ahead = 16 * 60_000;
    expect((await profile(tab)).name).toBe(ctx.rex.name);
    expect(browser.calls.slice(1)).toEqual(['/api/auth/profile', '/api/auth/refresh', '/api/auth/profile']);
  });

  test('[SESSION-09] a second 401 is handed on, without end', async () => {
    const tab = await signedIn();
    browser.instead = onPath('/api/auth/profile', answer(401, { message: 'No' }));
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
    const two = await browser.open();
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
    const two = await browser.open();
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
    browser.instead = onPath('/api/auth/refresh', () => {
      if (status === undefined) throw new TypeError('Failed to fetch');
      return answer(status)();
    });
    await expect(profile(tab)).rejects.toMatchObject({ status: 0, said: undefined });
    expect(who(tab)).toBe(ctx.rex.name);
    browser.instead = () => undefined;
    expect((await profile(tab)).name).toBe(ctx.rex.name);
  });

  test('[SESSION-11] without a network a call fails with the fallback of its screen', async () => {
    const tab = await signedIn();
    browser.online = false;
    const failure = await profile(tab).catch((error: unknown) => error);
    expect(tab.messageOf(failure, 'Failed to load data')).toBe('Failed to load data');
    expect(sessionOf(tab).status).toBe('in');
  });

  test('[SESSION-22] a role learned through sync counts at once, and after a reload', async () => {
    const tab = await signedIn();
    const { user } = sessionOf(tab);
    tab.applyUser({ ...user!, role: 'board' });
    expect(sessionOf(tab).user?.role).toBe('board');
    tab.applyUser({ ...user!, id: ctx.bea.id, name: 'Somebody else' });
    expect(who(tab)).toBe(ctx.rex.name);
    browser.online = false;
    expect(sessionOf(await browser.open()).user?.role).toBe('board');
  });
});

describe('the end of a session', () => {
  test('[SESSION-10] a refused renewal signs out and says so', async () => {
    const tab = await signedIn();
    await revokeUser(ctx.deps, ctx.hoa_id, ctx.rex.id);
    await expect(profile(tab)).rejects.toMatchObject({ status: 401, message: 'Session expired' });
    expect(sessionOf(tab)).toEqual({ status: 'out', user: null, notice: 'Session expired' });
    expect(await tab.getToken()).toBeNull();
  });

  test('[SESSION-23] who was made inactive is signed out by the next call', async () => {
    const person = await ctx.join(ctx.hoa_id, 'Ian', 'resident');
    await givePassword(ctx.db, person);
    const tab = await signedIn(person);
    await ctx.db.execute({ sql: `UPDATE users SET status = 'inactive' WHERE id = ?`, args: [person.id] });
    expect((await tab.post('/api/replicache/pull', {})).status).toBe(401);
    expect(sessionOf(tab).status).toBe('out');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test('[SESSION-06] signing out clears the storage, ends the session on the server and tells who listens', async () => {
    const tab = await signedIn();
    const told: string[] = [];
    tab.onSignOut(async (why, user) => void told.push(`${why} ${user.name}`));
    for (const key of [`draft/${ctx.rex.id}/request`, 'banner-dismissed']) localStorage.setItem(key, 'x');
    sessionStorage.setItem('signup', 'x');
    const { cookie } = browser;
    expect(await tab.signOut()).toEqual({ waiting: 0 });
    await vi.waitFor(() => expect(browser.cookie).toBe(''));
    await vi.waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
    expect(Object.keys(sessionStorage)).toEqual([]);
    expect(told).toEqual([`manual ${ctx.rex.name}`]);
    expect(sessionOf(tab)).toEqual({ status: 'out', user: null });
    const reuse = await ctx.app.request('/api/auth/refresh', { method: 'POST', headers: { cookie } });
    expect(reuse.status).toBe(401);
  });

  test('[SESSION-19] the drafts of another user of the browser stay; so do their own when the session only expired', async () => {
    const tab = await signedIn();
    const [mine, theirs] = [`draft/${ctx.rex.id}/request`, `draft/${ctx.bea.id}/request`];
    for (const key of [mine, theirs]) localStorage.setItem(key, 'x');
    await revokeUser(ctx.deps, ctx.hoa_id, ctx.rex.id);
    await profile(tab).catch(() => undefined);
    expect(Object.keys(localStorage).sort()).toEqual([mine, theirs].sort());
    await tab.signIn(ctx.rex.email, PASSWORD);
    await tab.signOut({ force: true });
    await vi.waitFor(() => expect(Object.keys(localStorage)).toEqual([theirs]));
  });

  test('[SESSION-18] changes that cannot be sent keep the session until the user insists', async () => {
    const tab = await signedIn();
    tab.beforeSignOut(async () => 3);
    expect(await tab.signOut()).toEqual({ waiting: 3 });
    expect(who(tab)).toBe(ctx.rex.name);
    expect(await tab.signOut({ force: true })).toEqual({ waiting: 0 });
    expect(sessionOf(tab).status).toBe('out');
  });

  test('[SESSION-17] signing out works offline; the server is told as soon as it can be', async () => {
    const tab = await signedIn();
    const { cookie } = browser;
    browser.online = false;
    await tab.signOut();
    expect(sessionOf(tab).status).toBe('out');
    expect(sessionOf(await browser.open()).status).toBe('out');
    browser.reconnect();
    await vi.waitFor(() => expect(browser.cookie).toBe(''));
    await vi.waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
    const reuse = await ctx.app.request('/api/auth/refresh', { method: 'POST', headers: { cookie } });
    expect(reuse.status).toBe(401);
  });

  test('[SESSION-17] a sign-out still owed never ends the session of who signed in since', async () => {
    const tab = await signedIn();
    browser.online = false;
    await tab.signOut();
    browser.online = true;
    await tab.signIn(ctx.bea.email, PASSWORD);
    browser.reconnect();
    expect((await profile(tab)).name).toBe(ctx.bea.name);
    expect(browser.calls.filter((path) => path === '/api/auth/logout').length).toBeLessThanOrEqual(2);
    expect(localStorage.getItem('porchlight.sign-out-owed')).toBeNull();
  });

  test('[SESSION-17] an answer under way when the user leaves does not bring them back', async () => {
    const tab = await signedIn();
    clock.ahead = 16 * 60_000;
    let reply: (response: Response) => void = () => {};
    browser.instead = (path) =>
      path === '/api/auth/refresh' ? new Promise<Response>((resolve) => (reply = resolve)) : undefined;
    const calling = profile(tab).catch((error: unknown) => error);
    await vi.waitFor(() => expect(refreshes()).toBe(1));
    const leaving = tab.signOut();
    reply(new Response(JSON.stringify({ accessToken: 'late', user: { id: ctx.rex.id, address_id: null } })));
    await leaving;
    await calling;
    expect(sessionOf(tab).status).toBe('out');
    expect(Object.keys(localStorage)).not.toContain('porchlight.user');
  });
});

describe('tabs', () => {
  test('[SESSION-06] signing out in one tab signs the others out', async () => {
    const one = await signedIn();
    const two = await browser.open();
    const told: string[] = [];
    two.onSignOut(async (why) => void told.push(why));
    await one.signOut();
    await becomes(two, 'out');
    expect(told).toEqual(['manual']);
  });

  test('[SYNC-23] when another user signs in, every tab is theirs, and nothing is done in their name', async () => {
    const one = await signedIn();
    const two = await browser.open();
    await profile(two);
    await one.signOut();
    await becomes(two, 'out');
    await one.signIn(ctx.bea.email, PASSWORD);
    await becomes(two, 'in');
    expect(who(two)).toBe(ctx.bea.name);
  });

  test('[SYNC-23] a call asked for by one user is not sent again as another', async () => {
    const tab = await signedIn();
    await revokeUser(ctx.deps, ctx.hoa_id, ctx.rex.id);
    const other = await ctx.app.request('/api/auth/login', {
      method: 'POST',
      body: JSON.stringify({ email: ctx.bea.email, password: PASSWORD }),
    });
    browser.cookie = other.headers.get('set-cookie')?.split(';')[0] ?? '';
    await expect(profile(tab)).rejects.toMatchObject({ message: 'Session expired' });
    expect(browser.calls.filter((path) => path === '/api/auth/profile')).toHaveLength(1);
    expect(who(tab)).toBe(ctx.bea.name);
  });
});

describe('calls', () => {
  test('[API-01] a call is JSON, carries cookies, and the token when one is held', async () => {
    const tab = await signedIn();
    const sent: [string, RequestInit][] = [];
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      sent.push([path, init]);
      return new Response('{"ok":true}');
    });
    expect(await tab.api('/api/requests', { method: 'POST', body: { title: 'x' } })).toEqual({ ok: true });
    expect(sent[0]?.[0]).toBe('/api/requests');
    expect(sent[0]?.[1]).toMatchObject({
      method: 'POST',
      credentials: 'include',
      body: '{"title":"x"}',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await tab.getToken()}` },
    });
  });

  test('[API-02] a call without an answer for 10 seconds is a "Request timeout"', async () => {
    const tab = await browser.open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.stubGlobal(
      'fetch',
      (_path: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const calling = tab.api('/api/signup/plans').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await calling).toMatchObject({ status: 0, message: 'Request timeout', said: 'Request timeout' });
  });

  test('[BULK-23] a call that may take longer has the patience it asks for', async () => {
    const tab = await browser.open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.stubGlobal(
      'fetch',
      (_path: string, { signal }: RequestInit) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          setTimeout(() => resolve(new Response('{"summary":{}}')), 59_000);
        }),
    );
    const calling = tab.api('/api/users/bulk', { method: 'POST', patience_ms: 60_000 });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(await calling).toEqual({ summary: {} });
  });

  test('[API-03] no content, or none that is JSON, yields null', async () => {
    const tab = await browser.open();
    browser.instead = answer(204);
    expect(await tab.api('/api/x')).toBeNull();
    browser.instead = () => new Response('fine', { status: 200 });
    expect(await tab.api('/api/x')).toBeNull();
  });

  test('[API-04] a failure says the message of the server, else its status', async () => {
    const tab = await browser.open();
    browser.instead = answer(409, { message: 'Already paid', errors: [{ path: 'id', msg: 'taken' }] });
    await expect(tab.api('/api/x')).rejects.toMatchObject({
      status: 409,
      message: 'Already paid',
      errors: [{ path: 'id', msg: 'taken' }],
    });
    browser.instead = () => new Response('', { status: 502, statusText: 'Bad Gateway' });
    await expect(tab.api('/api/x')).rejects.toMatchObject({ status: 502, message: 'HTTP 502: Bad Gateway' });
  });
});
