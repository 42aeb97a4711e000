import { describe, expect, test, vi } from 'vitest';
import { openFamily } from '../../worker/auth/refresh.ts';
import { create as announce } from '../support/announcements.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { createContext, type Person } from '../support/fixtures.ts';
import { create as fileRequest } from '../support/requests.ts';
import { required } from '../support/required.ts';
import { invite, setUser } from '../support/users.ts';
import { issue } from '../support/violations.ts';

const edit = (by: Person, whom: Person, over: object) =>
  by.call('PUT', `/api/users/${whom.id}`, { name: whom.name, role: whom.role, status: 'active', ...over });
const pull = (person: Person, device: Device) =>
  device.store.replicache.clientGroupID.then((clientGroupID) =>
    person.call('POST', '/api/replicache/pull', {
      pullVersion: 1,
      clientGroupID,
      cookie: null,
      profileID: '',
      schemaVersion: '1',
    }),
  );
/** Rows that only the board may hold: other people's, and drafts. */
const LOST = ['violation', 'request', 'announcement'] as const;

describe('a changed role', () => {
  test('[SEC-16] [USERS-27] who leaves the board loses its data at the next call and the next pull', async () => {
    const ctx = await createContext();
    const bob = await ctx.join(ctx.hoa_id, 'Bob', 'board');
    await invite(ctx.bea);
    await fileRequest(ctx.rita);
    await issue(ctx.bea, ctx.rita);
    await announce(ctx.bea);
    const device = await new Device(ctx, bob).sync();
    for (const entity of LOST) expect(device.store.rows(entity).all).toHaveLength(1);
    expect(device.store.rows('user').all.length).toBeGreaterThan(4);
    expect((await bob.call('GET', '/api/users')).status).toBe(200);
    expect((await edit(ctx.sue, bob, { role: 'resident' })).status).toBe(200);
    expect((await bob.call('GET', '/api/users')).status).toBe(403);
    await device.sync();
    expect(device.store.rows('user').all.map(({ id }) => id)).toEqual([bob.id]);
    expect(device.store.rows('user').get(bob.id)?.role).toBe('resident');
    for (const entity of LOST) expect(device.store.rows(entity).all).toEqual([]);
    expect(device.store.rows('address').all.map(({ id }) => id)).toEqual([bob.address_id]);
    await device.close();
  });

  test('[SEC-16] [USERS-26] who joins the board has its data at the next pull', async () => {
    const ctx = await createContext();
    const device = await new Device(ctx, ctx.rex).sync();
    expect(device.store.rows('user').all).toHaveLength(1);
    await edit(ctx.bea, ctx.rex, { role: 'board' });
    expect((await ctx.rex.call('GET', '/api/users')).status).toBe(200);
    await device.sync();
    expect(device.store.rows('user').all.length).toBeGreaterThan(3);
    await device.close();
  });

  test('[SEC-16] it wakes the person whose role it is', async () => {
    const ctx = await createContext();
    await edit(ctx.bea, ctx.rex, { role: 'board' });
    expect(ctx.pokes.flatMap(({ audiences }) => [...audiences])).toContain(ctx.rex.id);
  });
});

describe('a deactivated user', () => {
  test('[SEC-16] [SESSION-23] [USERS-28] their calls and pulls are refused at once, and their refresh says why', async () => {
    const ctx = await createContext();
    const { token } = await openFamily(ctx.deps, ctx.rex);
    const device = await new Device(ctx, ctx.rex).sync();
    await edit(ctx.bea, ctx.rex, { status: 'inactive' });
    expect((await ctx.rex.call('GET', '/api/requests')).status).toBe(401);
    expect((await pull(ctx.rex, device)).status).toBe(401);
    const refresh = await ctx.app.request('/api/auth/refresh', {
      method: 'POST',
      headers: { cookie: `__Host-porchlight=${token}` },
    });
    expect([refresh.status, await refresh.json()]).toEqual([
      403,
      { message: 'Your account is inactive. Please contact your HOA board.', code: 'forbidden' },
    ]);
    await device.close();
  });

  test('[USERS-28] [USERS-36] their sign-ins end for good, also for when they come back', async () => {
    const ctx = await createContext();
    await setUser(ctx, ctx.rex, `last_login = '2026-01-01T00:00:00.000Z'`);
    await edit(ctx.bea, ctx.rex, { status: 'inactive' });
    await vi.waitFor(async () => {
      const sql = 'SELECT count(*) AS n FROM refresh_tokens WHERE user_id = ? AND revoked_at IS NULL';
      expect((await ctx.db.execute({ sql, args: [ctx.rex.id] })).rows[0]?.n).toBe(0);
    });
    expect((await edit(ctx.bea, ctx.rex, { status: 'active' })).status).toBe(200);
    expect((await ctx.rex.call('GET', '/api/requests')).status).toBe(401);
  });

  test('[USERS-36] a deleted user has no calls, no pulls and no sign-ins', async () => {
    const ctx = await createContext();
    const device = await new Device(ctx, ctx.rex).sync();
    await ctx.bea.call('DELETE', `/api/users/${ctx.rex.id}`);
    expect((await ctx.rex.call('GET', '/api/auth/profile')).status).toBe(401);
    expect((await pull(ctx.rex, device)).status).toBe(401);
    await device.close();
  });
});

describe('on a device', () => {
  test('[SYNC-03] [USERS-21] an invitation made offline waits and then is sent', async () => {
    const ctx = await createContext();
    const device = await new Device(ctx, ctx.bea).sync();
    device.online = false;
    const id = crypto.randomUUID();
    await device.store.mutate('inviteUser', { id, email: `${id}@example.test`, role: 'resident' });
    expect(device.store.rows('user').get(id)).toMatchObject({ status: 'invited', address_id: null });
    device.online = true;
    await device.sync();
    expect((await ctx.bea.call('GET', `/api/users/${id}`)).body.status).toBe('invited');
    await device.close();
  });

  test('[ADDR-12] assigning somebody changes both rows on every board device', async () => {
    const ctx = await createContext();
    const { id } = await invite(ctx.bea);
    const [one, two] = [await new Device(ctx, ctx.bea).sync(), await new Device(ctx, ctx.sue).sync()];
    const address_id = required(ctx.rex.address_id);
    await one.store.mutate('assignAddress', { id, address_id });
    await one.sync();
    await two.sync();
    expect(two.store.rows('user').get(id)?.address_id).toBe(address_id);
    expect(two.store.rows('address').get(address_id)?.resident_ids).toEqual([ctx.rex.id, id]);
    await one.close();
    await two.close();
  });
});

testBothApis('[SEC-16] a demoted board member manages nobody any more', async ({ act }, ctx) => {
  const bob = await ctx.join(ctx.hoa_id, 'Bob', 'board');
  await edit(ctx.bea, bob, { role: 'resident' });
  expect(await act(bob, 'deleteUser', { id: ctx.rex.id })).toMatchObject({ code: 'forbidden' });
});
