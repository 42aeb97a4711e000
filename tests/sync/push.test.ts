import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';

import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import {
  contextForAll,
  createContext as createContextOverHttp,
  type Person,
  type TestContext,
} from '../support/fixtures.ts';
import { TestHubs } from '../support/hubs.ts';
import { required } from '../support/required.ts';
import { create, keys, newClient, newGroup, pullAll, push, request, rowsOf } from '../support/sync.ts';

/** A context whose people push over sockets. */
const createContextOverSocket = async (): Promise<TestContext> => {
  const hubs = new TestHubs();
  const ctx = await createContextOverHttp({ connect: required(hubs.over.connect) });
  hubs.serve(ctx.deps);
  const overSocket = (person: Person): Person => ({
    ...person,
    call: (method, path, body) =>
      path === '/api/replicache/push' ? hubs.push(ctx, person, body) : person.call(method, path, body),
  });
  const { bea, rex, rita, sue, olga, otto } = ctx;
  return Object.assign(ctx, mapValues({ bea, rex, rita, sue, olga, otto }, overSocket));
};
const mapValues = <T, U>(record: Record<string, T>, change: (value: T) => U) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

describe.each([
  ['HTTP', createContextOverHttp],
  ['a socket', createContextOverSocket],
])('push over %s', (_way, createContext) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createContext();
  });

  test('[SYNC-11] the same push twenty times at once is applied once', async () => {
    const own = await createContext();
    const group = newGroup();
    const client = newClient();
    const sent = Array.from({ length: 100 }, (_, at) => create(request(`Once ${at}`)));
    const answers = await Promise.all(Array.from({ length: 20 }, () => push(own.rex, group, client, 1, sent)));
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await push(own.rex, group, client, 1, sent)).status).toBe(200);
    const { rows } = await own.db.execute({ sql: 'SELECT id FROM requests WHERE hoa_id = ?', args: [own.hoa_id] });
    expect(new Set(rows.map((row) => row.id))).toEqual(new Set(sent.map(({ args }) => (args as { id: string }).id)));
    expect((await pullAll(own.rex, group)).numbers).toEqual({ [client]: 100 });
  });

  test('[SYNC-11] a number from the future is not applied, and what came before it is', async () => {
    const [group, client] = [newGroup(), newClient()];
    const [one, three] = [request('One'), request('Three')];
    expect((await push(ctx.rex, group, client, 3, [create(three)])).status).toBe(409);
    expect((await push(ctx.rex, group, client, 1, [create(one)])).status).toBe(200);
    const gap = await ctx.rex.call('POST', '/api/replicache/push', {
      pushVersion: 1,
      clientGroupID: group,
      mutations: [
        { clientID: client, id: 2, name: 'createRequest', args: request('Two') },
        { clientID: client, id: 4, name: 'createRequest', args: three },
      ],
    });
    expect(gap.status).toBe(409);
    expect((await pullAll(ctx.rex, group)).numbers).toEqual({ [client]: 2 });
    expect(await rowsOf(ctx)).not.toContain(three.id);
  });

  test('[SYNC-10] a refused change keeps its content and reason, and the queue behind it goes on', async () => {
    const [group, client] = [newGroup(), newClient()];
    const good = request('After the refused ones');
    const { status } = await push(ctx.rex, group, client, 1, [
      { name: 'createRequest', args: { what: 'ever' } },
      create({ ...request(), title: '   ' }),
      { name: 'updateRequest', args: { id: uuidv7(), status: 'closed' } },
      create({ ...request(), description: `<p>${'x'.repeat(70_000)}</p>` }),
      create(good),
    ]);
    expect(status).toBe(200);
    const { patch, numbers } = await pullAll(ctx.rex, group);
    expect(numbers).toEqual({ [client]: 5 });
    expect(keys(patch)).toContain(`request/${good.id}`);
    const refusals = patch.flatMap((one) => (one.op === 'put' && one.key.startsWith('refusal/') ? [one.value] : []));
    expect(refusals).toEqual([
      expect.objectContaining({ mutation: 'createRequest', args: { what: 'ever' }, code: 'invalid' }),
      expect.objectContaining({ mutation: 'createRequest', code: 'invalid', message: 'Title is required' }),
      expect.objectContaining({
        code: 'not_found',
        message: 'Request not found or you do not have permission to view it',
      }),
      expect.objectContaining({ code: 'invalid', message: 'This change is too large to send' }),
    ]);
    const elsewhere = (await pullAll(ctx.rex, newGroup())).patch;
    expect(keys(elsewhere).filter((key) => key.startsWith('refusal/'))).toEqual([]);
  });

  test('[SYNC-10] a dismissed refusal leaves the device', async () => {
    const device = await new Device(ctx, ctx.rex).sync();
    await device.store.replicache.mutate.createRequest?.({ id: 'bad id!', title: 'x' } as never).catch(() => undefined);
    const group = await device.store.replicache.clientGroupID;
    await push(ctx.rex, group, newClient(), 1, [{ name: 'createRequest', args: {} }]);
    await device.sync();
    const [refusal] = device.store.rows('refusal').all;
    expect(device.store.outbox).toMatchObject([{ kind: 'refused', mutation: 'createRequest' }]);
    await device.store.mutate('dismissRefusal', { id: refusal?.id });
    await device.sync();
    await expect.poll(() => device.store.outbox).toEqual([]);
    await device.close();
  });

  test('[SYNC-16] author, HOA, status and time are the server’s, and the order written is kept', async () => {
    const own = await createContext();
    const sent = Array.from({ length: 8 }, (_, at) => ({
      ...request(`Order ${at}`),
      id: crypto.randomUUID(),
      user_id: own.rita.id,
      hoa_id: own.olga.hoa_id,
      status: 'closed',
      created_at: '1999-01-01T00:00:00.000Z',
    }));
    await push(
      own.rex,
      newGroup(),
      newClient(),
      1,
      sent.map((args) => create(args)),
    );
    const { rows } = await own.db.execute({
      sql: 'SELECT title, user_id, hoa_id, status, created_at FROM requests WHERE hoa_id = ? ORDER BY created_at, id',
      args: [own.hoa_id],
    });
    expect(rows.map((row) => row.title)).toEqual(sent.map(({ title }) => title));
    for (const row of rows) expect(row).toMatchObject({ user_id: own.rex.id, hoa_id: own.hoa_id, status: 'open' });
    expect(String(rows[0]?.created_at) > '2020').toBe(true);
  });

  test('[SYNC-11] a fault of the database stops the push with 503 and keeps the numbers', async () => {
    const own = await createContext();
    const [group, client] = [newGroup(), newClient()];
    const sound = own.deps.db.batch.bind(own.deps.db);
    own.deps.db.batch = async (statements, mode) => {
      if (mode === 'write') throw new Error('the line went dead');
      return sound(statements, mode);
    };
    const args = request('Will be sent again');
    expect((await push(own.rex, group, client, 1, [create(args)])).status).toBe(503);
    own.deps.db.batch = sound;
    expect((await push(own.rex, group, client, 1, [create(args)])).status).toBe(200);
    expect((await pullAll(own.rex, group)).numbers).toEqual({ [client]: 1 });
  });

  test('[SYNC-17] two who set different fields at once both win', async () => {
    const own = await createContext();
    const one = request();
    await push(own.rex, newGroup(), newClient(), 1, [create(one)]);
    await Promise.all([
      push(own.bea, newGroup(), newClient(), 1, [
        { name: 'updateRequest', args: { id: one.id, status: 'in_progress' } },
      ]),
      push(own.sue, newGroup(), newClient(), 1, [
        { name: 'updateRequest', args: { id: one.id, resolution_notes: 'Soon' } },
      ]),
    ]);
    const { body } = await own.bea.call('GET', `/api/requests/${one.id}`);
    expect(body).toMatchObject({ status: 'in_progress', resolution_notes: 'Soon' });
  });

  test('[SYNC-13] a commit pokes those whose view changed, and nobody else', async () => {
    const own = await createContext();
    const group = newGroup();
    await push(own.rex, group, newClient(), 1, [create()]);
    expect(own.pokes).toHaveLength(1);
    expect(new Set(own.pokes[0]?.audiences)).toEqual(new Set(['board', 'superadmin', own.rex.id, group]));
  });
});

const ctx = contextForAll();

describe('push over HTTP alone', () => {
  testBothApis('[SYNC-15] an id already in use is refused, in any HOA alike', async (api, own) => {
    if (api.name === 'REST') return; // REST makes its ids itself.
    const taken = request('First');
    expect(await api.act(own.rex, 'createRequest', taken)).toEqual({ ok: true });
    const again = { ok: false, code: 'conflict', message: 'This id is already in use' };
    expect(await api.act(own.rita, 'createRequest', { ...taken, title: 'Second' })).toEqual(again);
    expect(await api.act(own.otto, 'createRequest', { ...taken, title: 'Third' })).toEqual(again);
    const { rows } = await own.db.execute({ sql: 'SELECT title, hoa_id FROM requests WHERE id = ?', args: [taken.id] });
    expect(rows).toMatchObject([{ title: 'First', hoa_id: own.hoa_id }]);
  });

  testBothApis(
    '[SYNC-16] a word is no id: nothing is made under it, and no path leads to it',
    async (api, { rex, db }) => {
      if (api.name === 'push')
        expect(await api.act(rex, 'createRequest', { ...request(), id: 'create' })).toEqual({
          ok: false,
          code: 'invalid',
          message: 'Invalid id',
        });
      expect((await rex.call('GET', '/api/requests/create')).status).toBe(404);
      expect((await db.execute("SELECT id FROM requests WHERE id = 'create'")).rows).toEqual([]);
    },
  );

  test('[SYNC-08] malformed JSON is 400, too much of it 413, no session 401', async () => {
    expect((await ctx.rex.call('POST', '/api/replicache/push', '{"half":')).status).toBe(400);
    expect((await ctx.rex.call('POST', '/api/replicache/push', { fill: 'x'.repeat(1_100_000) })).status).toBe(413);
    expect((await ctx.app.request('/api/replicache/pull', { method: 'POST', body: '{}' })).status).toBe(401);
  });
});
