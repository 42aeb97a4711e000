import { beforeAll, describe, expect, test } from 'vitest';
import { testBothApis } from '../support/apis.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';
import { address, invite, residentsOf, setUser, userRow } from '../support/users.ts';

const refusal = (code: string, message: string) => ({ ok: false, code, message });

describe('editing', () => {
  testBothApis('[USERS-22] [USERS-23] the name is required', async ({ act }, ctx) => {
    const outcome = await act(ctx.bea, 'updateUser', { id: ctx.rex.id, name: '  ', role: 'resident' });
    expect(outcome).toEqual(refusal('invalid', 'Name is required'));
  });

  testBothApis('[USERS-15] [USERS-25] name and role change, both ways', async ({ act }, ctx) => {
    const { bea, rex } = ctx;
    const { epoch } = await userRow(ctx, rex.id);
    const change = { id: rex.id, name: ' Rex Two ', role: 'board', status: 'active' };
    expect(await act(bea, 'updateUser', change)).toEqual({ ok: true });
    expect(await userRow(ctx, rex.id)).toMatchObject({ name: 'Rex Two', role: 'board', epoch: epoch + 1 });
    expect(await act(bea, 'updateUser', { ...change, role: 'resident' })).toEqual({ ok: true });
    expect(await userRow(ctx, rex.id)).toMatchObject({ role: 'resident', status: 'active', epoch: epoch + 2 });
  });

  testBothApis(
    'the only superadmin changes their own name and nothing else of it; with another one nobody does',
    async ({ act }, ctx) => {
      const own = (person: typeof ctx.sue, changes: object) => act(person, 'updateUser', { id: person.id, ...changes });
      expect(await own(ctx.sue, { name: 'Sue Married', role: 'superadmin', status: 'active' })).toEqual({ ok: true });
      expect((await userRow(ctx, ctx.sue.id)).name).toBe('Sue Married');
      for (const changes of [{ role: 'board' }, { status: 'inactive' }, { name: 'x', role: 'resident' }])
        expect(await own(ctx.sue, changes)).toMatchObject({ code: 'forbidden' });
      expect(await own(ctx.bea, { name: 'Bea Two' })).toMatchObject({ code: 'forbidden' });
      await setUser(ctx, ctx.bea, "role = 'superadmin'");
      expect(await own(ctx.sue, { name: 'Sue Again' })).toMatchObject({ code: 'forbidden' });
    },
  );

  testBothApis(
    '[USERS-28] [USERS-29] [USERS-30] the status changes that are allowed, and no other',
    async ({ act }, ctx) => {
      const { bea, rex } = ctx;
      await setUser(ctx, rex, `last_login = '2026-01-01T00:00:00.000Z'`);
      const set = (id: string, status: string) => act(bea, 'updateUser', { id, name: 'Somebody', status });
      expect(await set(rex.id, 'invited')).toEqual(
        refusal('invalid', 'The status can’t change from active to invited'),
      );
      expect(await set(rex.id, 'inactive')).toEqual({ ok: true });
      expect(await set(rex.id, 'invited')).toMatchObject({ code: 'invalid' });
      expect(await set(rex.id, 'active')).toEqual({ ok: true });
      expect(await set(rex.id, 'retired')).toEqual(refusal('invalid', 'Invalid status'));
      const invited = await invite(bea);
      expect(await set(invited.id, 'active')).toMatchObject({ code: 'invalid' });
      expect(await set(invited.id, 'invited')).toEqual({ ok: true });
      expect(await set(invited.id, 'inactive')).toEqual({ ok: true });
      expect(await set(invited.id, 'invited')).toMatchObject({ code: 'invalid' });
    },
  );

  test('[USERS-37] two superadmins who demote each other at once: one remains', async () => {
    const ctx = await createContext();
    const other = await ctx.join(ctx.hoa_id, 'Saul', 'superadmin');
    const demote = (by: typeof other, whom: typeof other) =>
      by.call('PUT', `/api/users/${whom.id}`, { name: whom.name, role: 'board', status: 'active' });
    const answers = await Promise.all([demote(ctx.sue, other), demote(other, ctx.sue)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const roles = [await userRow(ctx, ctx.sue.id), await userRow(ctx, other.id)].map(({ role }) => role);
    expect(roles.sort()).toEqual(['board', 'superadmin']);
  });

  test('[USERS-37] two superadmins who delete each other at once: one remains', async () => {
    const ctx = await createContext();
    const other = await ctx.join(ctx.hoa_id, 'Saul', 'superadmin');
    const answers = await Promise.all([
      ctx.sue.call('DELETE', `/api/users/${other.id}`),
      other.call('DELETE', `/api/users/${ctx.sue.id}`),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});

describe('deleting', () => {
  testBothApis('[USERS-36] it is soft, ends the address and keeps the row', async ({ act }, ctx) => {
    const { bea, rex } = ctx;
    expect(await act(bea, 'deleteUser', { id: rex.id })).toEqual({ ok: true });
    expect(await userRow(ctx, rex.id)).toMatchObject({ name: rex.name, status: 'inactive', address_id: null });
    expect(await residentsOf(ctx, rex.address_id)).toEqual([]);
    expect(await act(bea, 'deleteUser', { id: rex.id })).toEqual(refusal('not_found', 'User not found'));
    expect((await bea.call('GET', `/api/users/${rex.id}`)).status).toBe(404);
  });
});

describe('addresses of users', () => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createContext();
  });

  test('[USERS-40] assigning and unassigning answer the user', async () => {
    const home = await address(ctx.bea, { unit_number: '4B' });
    const { id } = await invite(ctx.bea);
    const path = `/api/users/${id}/assign-address`;
    const assigned = await ctx.bea.call('POST', path, { address_id: home._id });
    expect([assigned.status, assigned.body.address_id]).toEqual([
      200,
      { _id: home._id, street: home.street, unit_number: '4B' },
    ]);
    const freed = await ctx.bea.call('DELETE', path);
    expect([freed.status, freed.body.address_id]).toEqual([200, null]);
    expect((await ctx.bea.call('DELETE', path)).status).toBe(200);
  });
});

testBothApis('[ADDR-26] a user has one address at most, and moves by unassigning first', async ({ act }, ctx) => {
  const [one, two] = [await address(ctx.bea), await address(ctx.bea)];
  const { id } = await invite(ctx.bea, { address_id: one._id });
  const move = { id, address_id: two._id };
  expect(await act(ctx.bea, 'assignAddress', move)).toEqual(refusal('conflict', 'This user already has an address'));
  expect(await act(ctx.bea, 'unassignAddress', { id })).toEqual({ ok: true });
  expect(await act(ctx.bea, 'assignAddress', move)).toEqual({ ok: true });
  expect([await residentsOf(ctx, one._id), await residentsOf(ctx, two._id)]).toEqual([[], [id]]);
  expect(await act(ctx.bea, 'unassignAddress', { id })).toEqual({ ok: true });
  expect(await act(ctx.bea, 'updateUser', { id, name: 'Ida', status: 'inactive' })).toEqual({ ok: true });
  expect(await act(ctx.bea, 'assignAddress', move)).toMatchObject({ code: 'conflict' });
});
