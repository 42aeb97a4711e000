import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { signAccess } from '../../worker/auth/access.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import { deviceName } from '../../worker/auth/sign-ins.ts';
import type { SocketGrant } from '../../worker/deps.ts';
import { call, createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { givePassword, PASSWORD } from '../support/passwords.ts';

let ctx: TestContext;
let opened: SocketGrant[];
beforeAll(async () => {
  const connect = async (_request: Request, socket: SocketGrant) => {
    opened.push(socket);
    // Node cannot answer 101.
    return new Response(null, { headers: { upgrade: 'websocket' } });
  };
  ctx = await createContext({ connect });
  await givePassword(ctx.db, ctx.bea);
});
beforeEach(() => {
  opened = [];
  ctx.disconnects.length = 0;
});

const signIn = async (person: Person, device?: string) => {
  const refresh = await openFamily(ctx.deps, person, device);
  const token = await signAccess(ctx.deps, person, refresh);
  return { id: refresh.family_id, token, cookie: `__Host-porchlight=${refresh.token}` };
};
const list = async (token: string) =>
  (await call(ctx.app, 'GET', '/api/auth/sessions', undefined, token)).body.sessions;
const end = async (token: string, id: string) =>
  (await call(ctx.app, 'DELETE', `/api/auth/sessions/${id}`, undefined, token)).status;
const refresh = async (cookie: string) =>
  (await call(ctx.app, 'POST', '/api/auth/refresh', undefined, undefined, { cookie })).status;
const login = (person: Person, headers: Record<string, string>) =>
  call(ctx.app, 'POST', '/api/auth/login', { email: person.email, password: PASSWORD }, undefined, headers);

describe('devices', () => {
  test('[SESSION-14] a user sees on which devices they are signed in, and which is this one', async () => {
    const person = await ctx.join(ctx.hoa_id, 'Dee', 'resident');
    const there = await signIn(person, 'Safari on iPhone');
    const sessions = await list(there.token);
    expect(sessions).toHaveLength(2);
    expect(sessions).toContainEqual({
      id: there.id,
      device: 'Safari on iPhone',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      isCurrent: true,
    });
    expect(sessions.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1);
  });

  test('[SESSION-14] ending a sign-in elsewhere ends its renewals, its calls and its sockets, and no other', async () => {
    const [here, there] = [await signIn(ctx.rex), await signIn(ctx.rex)];
    expect(await end(here.token, there.id)).toBe(204);
    expect(await refresh(there.cookie)).toBe(401);
    expect((await call(ctx.app, 'GET', '/api/auth/profile', undefined, there.token)).status).toBe(401);
    expect(await refresh(here.cookie)).toBe(200);
    expect(ctx.disconnects).toEqual([{ user_id: ctx.rex.id, family_id: there.id }]);
    expect(await end(here.token, there.id)).toBe(404);
  });

  test('[SEC-15] nobody sees or ends the sign-ins of others', async () => {
    const theirs = await signIn(ctx.rex);
    for (const stranger of [ctx.rita, ctx.sue, ctx.olga]) {
      expect((await list(stranger.token)).map(({ id }: { id: string }) => id)).not.toContain(theirs.id);
      expect(await end(stranger.token, theirs.id)).toBe(404);
    }
    expect(await refresh(theirs.cookie)).toBe(200);
    expect((await call(ctx.app, 'GET', '/api/auth/sessions')).status).toBe(401);
  });

  test('[SESSION-15] a sign-in ends the one whose cookie came with it, whosever that was, and names the device', async () => {
    const before = await signIn(ctx.rex);
    const elsewhere = await signIn(ctx.rex);
    const { body } = await login(ctx.bea, { cookie: before.cookie, 'User-Agent': FIREFOX });
    expect(await refresh(before.cookie)).toBe(401);
    expect(await refresh(elsewhere.cookie)).toBe(200);
    const current = (await list(body.accessToken)).find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect(current.device).toBe('Firefox on Windows');
  });

  test.each([
    ['Firefox on Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'],
    [
      'Edge on Windows',
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0',
    ],
    [
      'Chrome on Android',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
    ],
    [
      'Safari on iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1',
    ],
    [
      'Chrome on iPad',
      'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 CriOS/142.0 Mobile/15E148 Safari/604.1',
    ],
    [
      'Safari on Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15',
    ],
    ['curl 8.5.0', 'curl/8.5.0'],
    [null, undefined],
  ])('a device is called %o', (name, userAgent) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

describe('the poke socket', () => {
  const open = async (person: Person, query = '', headers: Record<string, string> = {}) => {
    const upgrade = { upgrade: 'websocket', 'sec-websocket-protocol': `porchlight, ${person.token}` };
    const response = await ctx.app.request(`/api/realtime${query}`, { headers: { ...upgrade, ...headers } });
    return response.status;
  };
  const push = (person: Person, group: string, client: string) =>
    person.call('POST', '/api/replicache/push', {
      pushVersion: 1,
      clientGroupID: group,
      schemaVersion: '1',
      profileID: '',
      mutations: [{ clientID: client, id: 1, name: 'createRequest', args: {}, timestamp: 0 }],
    });

  test('[SYNC-18] it hears of its user, their sign-in, and the group and client that it names', async () => {
    expect(await open(ctx.rex, '?group=group-of-rex&client=client-of-rex')).toBe(200);
    const { id, role } = ctx.rex;
    expect(opened[0]).toMatchObject({
      viewer: { id, hoa_id: ctx.hoa_id, role },
      family_id: expect.stringMatching(/./),
      group: 'group-of-rex',
      client: 'client-of-rex',
      takesPatches: false,
    });
    expect(opened[0]?.family_id).toBe(opened[0]?.claims.sid);
    const minutes = ((opened[0]?.expires_at ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(13);
    expect(minutes).toBeLessThanOrEqual(15);
  });

  test('[SEC-12] [SEC-13] it may not name what others hear of: their group, their id, an audience', async () => {
    const [group, client] = [`g${ctx.bea.id.slice(-12)}`, `c${ctx.bea.id.slice(-12)}`];
    expect((await push(ctx.bea, group, client)).status).toBe(200);
    expect(await open(ctx.bea, `?group=${group}&client=${client}`)).toBe(200);
    expect(await open(ctx.rex, `?group=${group}`)).toBe(403);
    expect(await open(ctx.olga, `?group=${group}`)).toBe(403);
    expect(await open(ctx.rex, `?group=a-new-group&client=${client}`)).toBe(403);
    expect(await open(ctx.rex, `?client=${client}`)).toBe(403);
    for (const name of ['board', 'all', 'residents', ctx.bea.id])
      expect(await open(ctx.rex, `?group=${name}`)).toBe(403);
    expect(await open(ctx.rex, '?group=two%20tags')).toBe(400);
    expect(opened).toHaveLength(1);
  });

  test('[SESSION-16] it opens for our own pages and for what is no browser, for no other site', async () => {
    expect(await open(ctx.rex, '', { Origin: 'https://evil.example' })).toBe(403);
    expect(await open(ctx.rex, '', { Origin: 'null' })).toBe(403);
    expect(await open(ctx.rex, '', { Origin: ctx.deps.config.publicUrl })).toBe(200);
    expect(await open(ctx.rex)).toBe(200);
  });

  test('[SESSION-14] [AUTH-54] [SESSION-15] it closes with the sign-in: signed out, password changed, token stolen', async () => {
    const rae = await ctx.join(ctx.hoa_id, 'Rae', 'resident');
    await givePassword(ctx.db, rae);
    const signedOut = await signIn(rae);
    await call(ctx.app, 'POST', '/api/auth/logout', undefined, undefined, { cookie: signedOut.cookie });
    expect(ctx.disconnects.splice(0)).toEqual([{ user_id: rae.id, family_id: signedOut.id }]);

    const here = await signIn(rae);
    const change = { currentPassword: PASSWORD, newPassword: `${PASSWORD}2` };
    expect((await call(ctx.app, 'PUT', '/api/auth/change-password', change, here.token)).status).toBe(200);
    expect(ctx.disconnects.splice(0)).toEqual([{ user_id: rae.id, except: here.id }]);
  });

  test.each([
    ['a demotion', 'board', { role: 'resident' }],
    ['a promotion', 'resident', { role: 'board' }],
    ['a deactivation', 'resident', { status: 'inactive' }],
  ] as const)('[SEC-16] it closes with %s', async (_what, role, edit) => {
    const person = await ctx.join(ctx.hoa_id, 'Gail', role);
    const { status } = await ctx.sue.call('PUT', `/api/users/${person.id}`, { name: 'Gail', ...edit });
    expect(status).toBe(200);
    await vi.waitFor(() => expect(ctx.disconnects).toContainEqual({ user_id: person.id }), { timeout: 5000 });
  });

  test('[SEC-16] it closes with the deletion of its user', async () => {
    const person = await ctx.join(ctx.hoa_id, 'Hank', 'resident');
    expect((await ctx.sue.call('DELETE', `/api/users/${person.id}`)).status).toBeLessThan(300);
    await vi.waitFor(() => expect(ctx.disconnects).toContainEqual({ user_id: person.id }), { timeout: 5000 });
  });

  test('[SEC-16] a new name closes nothing', async () => {
    const person = await ctx.join(ctx.hoa_id, 'Iris', 'resident');
    await ctx.sue.call('PUT', `/api/users/${person.id}`, { name: 'Iris Stone' });
    expect(ctx.disconnects).toEqual([]);
  });
});
