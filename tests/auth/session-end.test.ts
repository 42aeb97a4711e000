import { describe, expect, test, vi } from 'vitest';
import { revokeUser } from '../../worker/auth/revoke.ts';
import { givePassword, PASSWORD } from '../support/passwords.ts';

import { answer, becomes, browserForEach, profile, sessionOf, who } from '../support/session.ts';

const env = browserForEach();
const { ctx, clock, signedIn, refreshes } = env;

/** How far the device's clock is off is nobody's. */
const kept = (): string[] => Object.keys(localStorage).filter((key) => key !== 'porchlight.clock');

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
    expect(kept()).toEqual([]);
  });

  test('[SESSION-06] signing out clears the storage, ends the session on the server and tells who listens', async () => {
    const tab = await signedIn();
    const told: string[] = [];
    tab.onSignOut(async (why, user) => void told.push(`${why} ${user.name}`));
    for (const key of [`draft/${ctx.rex.id}/request`, 'banner-dismissed']) localStorage.setItem(key, 'x');
    sessionStorage.setItem('signup', 'x');
    const { cookie } = env.browser;
    expect(await tab.signOut()).toEqual({ waiting: 0 });
    await vi.waitFor(() => expect(env.browser.cookie).toBe(''));
    await vi.waitFor(() => expect(kept()).toEqual([]));
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
    expect(kept().sort()).toEqual([mine, theirs].sort());
    await tab.signIn(ctx.rex.email, PASSWORD);
    await tab.signOut({ force: true });
    await vi.waitFor(() => expect(kept()).toEqual([theirs]));
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
    const { cookie } = env.browser;
    env.browser.online = false;
    await tab.signOut();
    expect(sessionOf(tab).status).toBe('out');
    expect(sessionOf(await env.browser.open()).status).toBe('out');
    env.browser.reconnect();
    await vi.waitFor(() => expect(env.browser.cookie).toBe(''));
    await vi.waitFor(() => expect(kept()).toEqual([]));
    const reuse = await ctx.app.request('/api/auth/refresh', { method: 'POST', headers: { cookie } });
    expect(reuse.status).toBe(401);
  });

  test('[SESSION-17] a sign-out still owed never ends the session of who signed in since', async () => {
    const tab = await signedIn();
    env.browser.online = false;
    await tab.signOut();
    env.browser.online = true;
    await tab.signIn(ctx.bea.email, PASSWORD);
    env.browser.reconnect();
    expect((await profile(tab)).name).toBe(ctx.bea.name);
    expect(env.browser.calls.filter((path) => path === '/api/auth/logout').length).toBeLessThanOrEqual(2);
    expect(localStorage.getItem('porchlight.sign-out-owed')).toBeNull();
  });

  test('[SESSION-17] an answer under way when the user leaves does not bring them back', async () => {
    const tab = await signedIn();
    clock.ahead = 16 * 60_000;
    let reply: (response: Response) => void = () => {};
    env.browser.instead = (path) =>
      path === '/api/auth/refresh' ? new Promise<Response>((resolve) => (reply = resolve)) : undefined;
    const calling = profile(tab).catch((error: unknown) => error);
    await vi.waitFor(() => expect(refreshes()).toBe(1));
    const leaving = tab.signOut();
    reply(new Response(JSON.stringify({ accessToken: 'late', user: { id: ctx.rex.id, address_id: null } })));
    await leaving;
    await calling;
    expect(sessionOf(tab).status).toBe('out');
    expect(kept()).not.toContain('porchlight.user');
  });
});

describe('tabs', () => {
  test('[SESSION-06] signing out in one tab signs the others out', async () => {
    const one = await signedIn();
    const two = await env.browser.open();
    const told: string[] = [];
    two.onSignOut(async (why) => void told.push(why));
    await one.signOut();
    await becomes(two, 'out');
    expect(told).toEqual(['manual']);
  });

  test('[SYNC-23] when another user signs in, every tab is theirs, and nothing is done in their name', async () => {
    const one = await signedIn();
    const two = await env.browser.open();
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
    env.browser.cookie = other.headers.get('set-cookie')?.split(';')[0] ?? '';
    await expect(profile(tab)).rejects.toMatchObject({ message: 'Session expired' });
    expect(env.browser.calls.filter((path) => path === '/api/auth/profile')).toHaveLength(1);
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
    const tab = await env.browser.open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.stubGlobal(
      'fetch',
      (_path: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const calling = tab.api('/api/signup/plans').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await calling).toMatchObject({ status: 0, message: 'Request timeout', serverMessage: 'Request timeout' });
  });

  test('[BULK-23] a call that may take longer has the patience it asks for', async () => {
    const tab = await env.browser.open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.stubGlobal(
      'fetch',
      (_path: string, { signal }: RequestInit) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
          setTimeout(() => resolve(new Response('{"summary":{}}')), 59_000);
        }),
    );
    const calling = tab.api('/api/users/bulk', { method: 'POST', timeout_ms: 60_000 });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(await calling).toEqual({ summary: {} });
  });

  test('[API-03] no content, or none that is JSON, yields null', async () => {
    const tab = await env.browser.open();
    env.browser.instead = answer(204);
    expect(await tab.api('/api/x')).toBeNull();
    env.browser.instead = () => new Response('fine', { status: 200 });
    expect(await tab.api('/api/x')).toBeNull();
  });

  test('[API-04] a failure says the message of the server, else its status', async () => {
    const tab = await env.browser.open();
    env.browser.instead = answer(409, { message: 'Already paid', errors: [{ path: 'id', msg: 'taken' }] });
    await expect(tab.api('/api/x')).rejects.toMatchObject({
      status: 409,
      message: 'Already paid',
      errors: [{ path: 'id', msg: 'taken' }],
    });
    env.browser.instead = () => new Response('', { status: 502, statusText: 'Bad Gateway' });
    await expect(tab.api('/api/x')).rejects.toMatchObject({ status: 502, message: 'HTTP 502: Bad Gateway' });
  });
});
