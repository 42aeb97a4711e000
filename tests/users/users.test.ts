import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { grantableRoles } from '../../sync/users/entity.ts';
import { testBothApis } from '../support/apis.ts';
import { createContext } from '../support/fixtures.ts';
import { address, email, invite, residentsOf, setUser, userRow } from '../support/users.ts';

const FORBIDDEN = { ok: false, code: 'forbidden' };
const refusal = (code: string, message: string) => ({ ok: false, code, message });

describe('who may', () => {
  testBothApis('[SEC-01] [SEC-12] residents manage nobody and no address', async ({ act }, ctx) => {
    const { rex, rita } = ctx;
    for (const outcome of [
      await act(rex, 'inviteUser', { id: uuidv7(), email: email(), role: 'resident' }),
      await act(rex, 'updateUser', { id: rita.id, name: 'Rita', role: 'resident', status: 'inactive' }),
      await act(rex, 'updateUser', { id: rex.id, role: 'board' }),
      await act(rex, 'deleteUser', { id: rita.id }),
      await act(rex, 'resendInvite', { id: rita.id }),
      await act(rex, 'unassignAddress', { id: rita.id }),
      await act(rex, 'createAddress', { id: uuidv7(), street: '1 Elm Street' }),
      await act(rex, 'deleteAddress', { id: rex.address_id }),
    ])
      expect(outcome).toMatchObject(FORBIDDEN);
    expect(await userRow(ctx, rita.id)).toMatchObject({ status: 'active', deleted_at: null });
  });

  testBothApis(
    '[USERS-24] [USERS-33] [SEC-03] nobody edits or deletes their own row, but the only superadmin their name',
    async ({ act }, ctx) => {
      for (const person of [ctx.bea, ctx.sue]) {
        const role = person === ctx.sue ? 'board' : 'superadmin';
        const changed = { id: person.id, name: person.name, role, status: 'active' };
        expect(await act(person, 'updateUser', changed)).toMatchObject(FORBIDDEN);
        const renamed = await act(person, 'updateUser', { id: person.id, name: 'Another name' });
        expect(renamed).toMatchObject(person === ctx.sue ? { ok: true } : FORBIDDEN);
        expect(await act(person, 'deleteUser', { id: person.id })).toMatchObject(FORBIDDEN);
        const name = person === ctx.sue ? 'Another name' : person.name;
        expect(await userRow(ctx, person.id)).toMatchObject({ role: person.role, name, deleted_at: null });
      }
    },
  );

  testBothApis(
    '[USERS-32] [USERS-19] [SEC-02] a board member touches no superadmin, and makes none',
    async ({ act }, ctx) => {
      const { bea, sue, rex } = ctx;
      for (const outcome of [
        await act(bea, 'updateUser', { id: sue.id, name: 'Sue', role: 'resident', status: 'active' }),
        await act(bea, 'updateUser', { id: sue.id, name: 'Sue', role: 'superadmin', status: 'inactive' }),
        await act(bea, 'updateUser', { id: rex.id, name: 'Rex', role: 'superadmin', status: 'active' }),
        await act(bea, 'deleteUser', { id: sue.id }),
        await act(bea, 'inviteUser', { id: uuidv7(), email: email(), role: 'superadmin' }),
      ])
        expect(outcome).toMatchObject(FORBIDDEN);
      expect(await userRow(ctx, sue.id)).toMatchObject({ role: 'superadmin', status: 'active' });
      expect(await userRow(ctx, rex.id)).toMatchObject({ role: 'resident' });
    },
  );

  testBothApis(
    '[USERS-34] [USERS-35] a board member deletes residents only, a superadmin anyone',
    async ({ act }, ctx) => {
      const { bea, sue, rex, hoa_id } = ctx;
      const other = await ctx.join(hoa_id, 'Bob', 'board');
      expect(await act(bea, 'deleteUser', { id: other.id })).toMatchObject(FORBIDDEN);
      expect(await act(bea, 'deleteUser', { id: rex.id })).toEqual({ ok: true });
      expect(await act(sue, 'deleteUser', { id: other.id })).toEqual({ ok: true });
      expect((await userRow(ctx, other.id)).deleted_at).not.toBeNull();
    },
  );

  testBothApis('[SEC-13] [SEC-14] users and addresses of another HOA are not there', async ({ act }, ctx) => {
    const { bea, otto, olga } = ctx;
    const theirs = await address(olga);
    const invited = await invite(bea);
    const none = refusal('not_found', 'User not found');
    expect(await act(bea, 'updateUser', { id: otto.id, name: 'Otto', role: 'board' })).toEqual(none);
    expect(await act(bea, 'deleteUser', { id: otto.id })).toEqual(none);
    expect(await act(bea, 'resendInvite', { id: otto.id })).toEqual(none);
    const noPlace = refusal('not_found', 'Address not found');
    expect(await act(bea, 'assignAddress', { id: invited.id, address_id: theirs._id })).toEqual(noPlace);
    expect(await act(bea, 'updateAddress', { id: theirs._id, street: 'Mine now', is_rented: false })).toEqual(noPlace);
    expect(await act(bea, 'deleteAddress', { id: theirs._id })).toEqual(noPlace);
    const wanted = email();
    expect(await act(bea, 'inviteUser', { id: uuidv7(), email: wanted, address_id: theirs._id })).toEqual(noPlace);
    expect(await userRow(ctx, wanted)).toBeUndefined();
  });
});

describe('inviting', () => {
  test('[USERS-18] each role gives the roles of its own reach', () => {
    expect(grantableRoles({ role: 'superadmin' })).toEqual(['resident', 'board', 'superadmin']);
    expect(grantableRoles({ role: 'board' })).toEqual(['resident', 'board']);
  });

  testBothApis(
    '[USERS-16] [USERS-21] an invited user has an email, a role, an address and a phone',
    async ({ act }, ctx) => {
      const home = await address(ctx.bea);
      const input = { email: `  ${email().toUpperCase()} `, role: 'board', address_id: home._id, phone: ' 555-0100 ' };
      expect(await act(ctx.bea, 'inviteUser', { ...input, id: uuidv7() })).toEqual({ ok: true });
      const row = await userRow(ctx, input.email.trim().toLowerCase());
      expect(row).toMatchObject({
        hoa_id: ctx.hoa_id,
        name: '',
        role: 'board',
        status: 'invited',
        address_id: home._id,
        phone: '555-0100',
        last_login: null,
      });
      expect(await residentsOf(ctx, home._id)).toEqual([row.id]);
    },
  );

  testBothApis(
    '[USERS-17] [API-11] the email is required and the placeholder means no address',
    async ({ act }, ctx) => {
      const { bea } = ctx;
      expect(await act(bea, 'inviteUser', { id: uuidv7(), email: ' ' })).toEqual(
        refusal('invalid', 'Email is required'),
      );
      expect(await act(bea, 'inviteUser', { id: uuidv7() })).toEqual(refusal('invalid', 'Email is required'));
      expect(await act(bea, 'inviteUser', { id: uuidv7(), email: 'no email' })).toEqual(
        refusal('invalid', 'Please enter a valid email address'),
      );
      expect(await act(bea, 'inviteUser', { id: uuidv7(), email: email(), role: 'king' })).toEqual(
        refusal('invalid', 'Invalid role'),
      );
      const one = email();
      expect(await act(bea, 'inviteUser', { id: uuidv7(), email: one, address_id: 'no-address' })).toEqual({
        ok: true,
      });
      expect(await userRow(ctx, one)).toMatchObject({ role: 'resident', address_id: null, phone: null });
    },
  );

  testBothApis('[USERS-20] [AUTH-11] an email is used once in an HOA', async ({ act }, ctx) => {
    const { bea, rex } = ctx;
    const taken = refusal('conflict', 'A user with this email already exists');
    for (const person of [rex, bea])
      expect(await act(bea, 'inviteUser', { id: uuidv7(), email: person.email.toUpperCase() })).toEqual(taken);
  });

  testBothApis(
    '[AUTH-11] [SEC-13] people of another HOA can be invited, whether they stand there or are deleted',
    async ({ act }, ctx) => {
      const { bea, olga, otto } = ctx;
      await setUser(ctx, otto, `status = 'inactive', deleted_at = '2026-01-01T00:00:00.000Z'`);
      for (const person of [olga, otto]) {
        const before = await userRow(ctx, person.id);
        const id = uuidv7();
        expect(await act(bea, 'inviteUser', { id, email: person.email, role: 'resident' })).toEqual({ ok: true });
        expect(await userRow(ctx, person.id)).toEqual(before);
        const { rows } = await ctx.db.execute({
          sql: 'SELECT status, name FROM users WHERE hoa_id = ? AND email = ?',
          args: [ctx.hoa_id, person.email],
        });
        expect(rows).toMatchObject([{ status: 'invited', name: '' }]);
      }
      const { body } = await bea.call('GET', '/api/users?limit=100&includeDeleted=true');
      expect(body.docs.map((user: { id: string }) => user.id)).not.toContain(otto.id);
    },
  );

  testBothApis('[USERS-20] a deleted user of the HOA is invited anew, under the id they had', async ({ act }, ctx) => {
    const { bea, rex } = ctx;
    const home = await address(bea);
    await act(bea, 'deleteUser', { id: rex.id });
    const again = { id: uuidv7(), email: rex.email, role: 'resident', address_id: home._id };
    expect(await act(bea, 'inviteUser', again)).toEqual({ ok: true });
    expect(await userRow(ctx, again.id)).toBeUndefined();
    expect(await userRow(ctx, rex.id)).toMatchObject({ status: 'invited', deleted_at: null, address_id: home._id });
    expect(await residentsOf(ctx, home._id)).toEqual([rex.id]);
  });

  testBothApis('[USERS-31] who was set inactive before they activated is invited anew', async ({ act }, ctx) => {
    const home = await address(ctx.bea);
    const { id, email: theirs } = await invite(ctx.bea, { address_id: home._id });
    expect(await act(ctx.bea, 'updateUser', { id, status: 'inactive', name: 'Ina' })).toEqual({ ok: true });
    expect(await act(ctx.bea, 'updateUser', { id, status: 'active', name: 'Ina' })).toMatchObject({
      code: 'invalid',
    });
    expect(await act(ctx.bea, 'inviteUser', { id: uuidv7(), email: theirs, role: 'resident' })).toEqual({ ok: true });
    expect(await userRow(ctx, id)).toMatchObject({ status: 'invited', address_id: null });
    expect(await residentsOf(ctx, home._id)).toEqual([]);
  });

  test('[USERS-16] [API-10] [SEC-17] it answers 201 with the user; what it does not know is not written', async () => {
    const ctx = await createContext();
    const over = { hoa_id: ctx.olga.hoa_id, status: 'active', name: 'Mallory', last_login: '2020-01-01', epoch: 7 };
    const { status, body } = await ctx.bea.call('POST', '/api/users/invite', { email: email(), ...over });
    expect(status).toBe(201);
    expect(body).toEqual({
      _id: expect.any(String),
      id: body._id,
      name: '',
      email: expect.any(String),
      role: 'resident',
      status: 'invited',
      address_id: null,
      phone: null,
      createdAt: expect.any(String),
      lastLogin: null,
      needsReactivation: false,
    });
    expect(await userRow(ctx, body.id)).toMatchObject({ hoa_id: ctx.hoa_id, epoch: 1 });
  });
});
