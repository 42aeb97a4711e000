import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { call, contextForAll, createContext, type Person } from '../support/fixtures.ts';
import { address, email, invite, userRow } from '../support/users.ts';

const ctx = contextForAll();

const pushed = async (person: Person, group: string, mutations: [name: string, args: object][]) => {
  const clientID = uuidv7();
  const { status } = await person.call('POST', '/api/replicache/push', {
    pushVersion: 1,
    clientGroupID: group,
    schemaVersion: '1',
    mutations: mutations.map(([name, args], at) => ({ clientID, id: at + 1, name, args })),
  });
  return status;
};

describe('[SYNC-11] [BULK-24] text that no database takes', () => {
  test.each([
    ['a NUL', 'ab\u0000cd', 'abcd'],
    ['half an emoji, as a length limit leaves it', 'ab\ud83d', 'ab\ufffd'],
  ])('%s is mended on arrival: never a 500, and no push waits behind it for ever', async (_what, text, kept) => {
    const place = await address(ctx.bea);
    const { id } = await invite(ctx.bea, { phone: text });
    const answers = [
      await ctx.bea.call('PUT', `/api/users/${id}`, { name: text, [text]: text }),
      await ctx.bea.call('PUT', `/api/addresses/${place._id}`, { street: text, is_rented: true, notes: text }),
      await ctx.bea.call('POST', '/api/users/bulk', {
        users: [{ resident_name: text, resident_email: email(), role: 'resident', phone: text }],
      }),
      await call(ctx.app, 'POST', '/api/auth/login', { email: 'a@example.test', password: `${text}${text}` }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 401]);
    expect(await userRow(ctx, id)).toMatchObject({ name: kept, phone: kept });
    const status = await pushed(ctx.bea, uuidv7(), [
      ['createAddress', { id: uuidv7(), street: `${text}${uuidv7()}` }],
      ['createRequest', { [text]: text }],
      ['updateUser', { id: ctx.rex.id, name: `Rex ${text}` }],
    ]);
    expect([status, (await userRow(ctx, ctx.rex.id)).name]).toEqual([200, `Rex ${kept}`]);
  });
});

testBothApis(
  '[USERS-22] [USERS-23] [ADDR-15] a name or a street that nobody can see is none',
  async ({ act }, { bea, rex }) => {
    for (const name of ['\u200b\u200b\u200b', '\u2060 \u202e\u0007', '\ufeff\u00ad\u200d\ufeff']) {
      expect(await act(bea, 'updateUser', { id: rex.id, name })).toMatchObject({ message: 'Name is required' });
      const place = await act(bea, 'createAddress', { id: uuidv7(), street: name });
      expect(place).toMatchObject({ code: 'invalid', message: 'Street address is required' });
    }
    expect(await act(bea, 'updateUser', { id: rex.id, name: '李' })).toEqual({ ok: true });
  },
);

test.each(['all', 'board', 'residents', 'system', '__proto__'])(
  '[SEC-12] [USERS-21] nobody is invited under the id "%s", which is nobody\'s',
  async (id) => {
    const one = email();
    expect(await pushed(ctx.bea, uuidv7(), [['inviteUser', { id, email: one }]])).toBe(200);
    expect(await userRow(ctx, one)).toBeUndefined();
  },
);

testBothApis(
  '[SEC-02] [USERS-38] a board member sends no superadmin an invitation again',
  async ({ act }, { sue, bea }) => {
    const { id } = await invite(sue, { role: 'superadmin' });
    expect(await act(bea, 'resendInvite', { id })).toMatchObject({ code: 'forbidden' });
    expect(await act(sue, 'resendInvite', { id })).toEqual({ ok: true });
  },
);

test('[SYNC-13] [SYNC-14] a resident who names their client group "board" reaches no board member, and learns nothing', async () => {
  const { rex, ...others } = await createContext();
  const device = await new Device({ rex, ...others }, others.bea).sync();
  for (const group of ['board', others.bea.id])
    expect(await pushed(rex, group, [['updateUser', { id: rex.id, role: 'board' }]])).toBe(200);
  await device.sync();
  expect(device.store.rows('refusal').all).toEqual([]);
  const { body } = await rex.call('POST', '/api/replicache/pull', {
    pullVersion: 1,
    clientGroupID: 'board',
    schemaVersion: '1',
    cookie: null,
  });
  const keys = body.patch.map(({ key = '' }: { key?: string }) => key.split('/')).filter(([, id]: string[]) => id);
  const mine = [rex.id, rex.address_id, rex.hoa_id, 'sync'];
  expect(keys.filter(([entity, id]: string[]) => entity !== 'refusal' && !mine.includes(String(id)))).toEqual([]);
  expect(keys.filter(([entity]: string[]) => entity === 'refusal')).toHaveLength(1);
  await device.close();
});
