import { sign } from 'hono/jwt';
import { uuidv7 } from 'uuidv7';
import { beforeEach, expect, test } from 'vitest';
import { call, createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { openAccount } from '../support/ledger.ts';
import { givePassword, PASSWORD } from '../support/passwords.ts';
import { create, keys, newClient, newGroup, pull, push, request } from '../support/sync.ts';

/** An access token may be out of date about its user by a quarter of an hour. */
let ctx: TestContext;
beforeEach(async () => {
  ctx = await createContext();
});

const set = (person: Person, change: string) =>
  ctx.db.execute({ sql: `UPDATE users SET ${change}, rev = rev + 1 WHERE id = ?`, args: [person.id] });
const signOut = (person: Person) =>
  ctx.db.execute({ sql: 'UPDATE refresh_tokens SET revoked_at = created_at WHERE user_id = ?', args: [person.id] });
const titles = async (person: Person) =>
  (await person.call('GET', '/api/requests')).body.docs.map(({ title }: { title: string }) => title);
const refusalsOf = async (group: string) =>
  (await ctx.db.execute({ sql: 'SELECT code FROM refusals WHERE client_group_id = ?', args: [group] })).rows.map(
    ({ code }) => code,
  );
const address = () => ({ id: uuidv7(), street: `${uuidv7()} Elm Street` });

test('[SEC-12] who has left the board sees and does at once what a resident may', async () => {
  await ctx.rita.call('POST', '/api/requests', request('Rita wrote this'));
  expect(await titles(ctx.bea)).toEqual(['Rita wrote this']);
  await set(ctx.bea, "role = 'resident'");
  expect(await titles(ctx.bea)).toEqual([]);
  expect((await ctx.bea.call('POST', '/api/addresses', address())).status).toBe(403);
  const group = newGroup();
  expect((await push(ctx.bea, group, newClient(), 1, [{ name: 'createAddress', args: address() }])).status).toBe(200);
  expect(await refusalsOf(group)).toEqual(['forbidden']);
  expect(keys((await pull(ctx.bea, newGroup())).patch).some((key) => key.startsWith('request/'))).toBe(false);
});

test('[SEC-12] who has joined the board sees and does at once what the board may', async () => {
  await ctx.rita.call('POST', '/api/requests', request('Rita wrote this'));
  await set(ctx.rex, "role = 'board'");
  expect(await titles(ctx.rex)).toEqual(['Rita wrote this']);
  expect((await ctx.rex.call('POST', '/api/addresses', address())).status).toBe(201);
  const group = newGroup();
  expect((await push(ctx.rex, group, newClient(), 1, [{ name: 'createAddress', args: address() }])).status).toBe(200);
  expect(await refusalsOf(group)).toEqual([]);
  expect(keys((await pull(ctx.rex, newGroup())).patch).some((key) => key.startsWith('request/'))).toBe(true);
});

test('[SYNC-09] [SEC-12] what somebody writes bears the name and the address they have by then', async () => {
  const { body: home } = await ctx.bea.call('POST', '/api/addresses', address());
  await set(ctx.rex, `name = 'Rex Okafor-Lindqvist', address_id = '${home._id}'`);
  const [rest, pushed] = [await ctx.rex.call('POST', '/api/requests', request('By REST')), request('By push')];
  expect(rest.body.address_id._id).toBe(home._id);
  expect((await push(ctx.rex, newGroup(), newClient(), 1, [create(pushed)])).status).toBe(200);
  const comment = { message: '<p>And more.</p>', is_public: true };
  const { body } = await ctx.rex.call('POST', `/api/requests/${pushed.id}/comments`, comment);
  expect(body.address_id._id).toBe(home._id);
  expect(body.comments[0].user_id.name).toBe('Rex Okafor-Lindqvist');
});

test.each([
  ['signed out', signOut],
  ['deactivated', (person: Person) => set(person, "status = 'inactive'")],
  ['deleted', (person: Person) => set(person, "deleted_at = '2026-01-01T00:00:00.000Z'")],
])('[SEC-12] who was %s is refused at once, and nothing is written', async (_, end) => {
  await end(ctx.rex);
  const statuses = [
    await ctx.rex.call('GET', '/api/requests'),
    await ctx.rex.call('GET', `/api/requests/${uuidv7()}`),
    await ctx.rex.call('POST', '/api/requests', request()),
    await ctx.rex.call('POST', '/api/requests', { title: '' }),
    await ctx.rex.call('POST', '/api/requests', 'no JSON'),
    await push(ctx.rex, newGroup(), newClient(), 1, [create()]),
    await ctx.rex.call('POST', '/api/replicache/pull', { pullVersion: 1, clientGroupID: newGroup(), cookie: null }),
  ].map(({ status }) => status);
  expect(statuses).toEqual(statuses.map(() => 401));
  expect(await titles(ctx.bea)).toEqual([]);
});

test('[AUTH-15] a sign-in says which accounts its user holds, so that their calls are not read twice', async () => {
  await openAccount(ctx, ctx.rex);
  await givePassword(ctx.db, ctx.rex);
  const { body } = await call(ctx.app, 'POST', '/api/auth/login', { email: ctx.rex.email, password: PASSWORD });
  let reads = 0;
  const { batch } = ctx.db;
  ctx.db.batch = (statements, mode) => {
    if (mode === 'read') reads += 1;
    return batch.call(ctx.db, statements, mode);
  };
  const { status } = await call(ctx.app, 'GET', '/api/requests', undefined, body.accessToken);
  ctx.db.batch = batch;
  expect([status, reads]).toEqual([200, 1]);
});

test('[API-06] a token of an earlier release, which names no role, counts', async () => {
  const claims = JSON.parse(atob(ctx.rex.token.split('.')[1] ?? '')) as Record<string, unknown>;
  const { actor: _, ...earlier } = claims;
  const token = await sign(earlier, ctx.deps.config.jwtSecret, 'HS256');
  const { status } = await call(ctx.app, 'POST', '/api/requests', request('Still here'), token);
  expect(status).toBe(201);
  expect(await titles(ctx.rex)).toEqual(['Still here']);
});
