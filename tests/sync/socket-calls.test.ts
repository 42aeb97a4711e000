import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { app } from '../../worker/app.ts';
import { Hub } from '../../worker/http/hub.ts';
import { call, createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { TestHubs } from '../support/hubs.ts';
import { draft } from '../support/requests.ts';
import { nth } from '../support/required.ts';

let ctx: TestContext;
let hubs: TestHubs;

beforeAll(async () => {
  hubs = new TestHubs();
  ctx = await createContext(hubs.over);
  hubs.serve(ctx.deps);
});

describe('a call over the socket', () => {
  const pushOf = (clientID: string, id: number, args: object, name = 'createRequest') => ({
    pushVersion: 1,
    clientGroupID: `group-${clientID}`,
    profileID: '',
    schemaVersion: '1',
    mutations: [{ clientID, id, name, args, timestamp: 0 }],
  });
  const caller = async (person: Person) => {
    const answers: { id?: number; status?: number; body?: never }[] = [];
    const socket = await hubs.open(
      ctx,
      person,
      { group: uuidv7(), client: uuidv7() },
      { onMessage: (text) => void (text.startsWith('{"id"') && answers.push(JSON.parse(text))), onClose: () => {} },
    );
    const send = async (message: unknown) => {
      await socket.send(typeof message === 'string' ? message : JSON.stringify(message));
      return answers.at(-1);
    };
    return { send, answers };
  };

  test('[SYNC-09] [SYNC-11] is answered as over HTTP: applied, already seen, refused, out of order', async () => {
    const { send } = await caller(ctx.rex);
    const client = uuidv7();
    const path = '/api/replicache/push';
    const request = { id: uuidv7(), ...draft() };
    const first = pushOf(client, 1, request);
    expect(await send({ id: 1, path, body: first })).toMatchObject({
      id: 1,
      status: 200,
      body: { pokes: [{ lastMutationIDChanges: { [client]: 1 }, patch: [{ key: `request/${request.id}` }] }] },
    });
    expect(await send({ id: 2, path, body: first })).toMatchObject({ id: 2, status: 200, body: { pokes: [] } });
    expect((await ctx.rex.call('POST', path, first)).body).toEqual({ pokes: [] });
    const refused = pushOf(client, 2, { id: request.id, status: 'closed' }, 'updateRequest');
    const refusal = expect.stringMatching(/^refusal\//);
    expect(await send({ id: 3, path, body: refused })).toMatchObject({
      status: 200,
      body: { pokes: [{ lastMutationIDChanges: { [client]: 2 }, patch: [{ key: refusal }] }] },
    });
    expect(await send({ id: 4, path, body: pushOf(client, 9, request) })).toMatchObject({ id: 4, status: 409 });
    expect(await send({ id: 5, path, body: { ...first, schemaVersion: '0' } })).toMatchObject({ id: 5, status: 426 });
    expect(await send({ id: 6, path, body: {} })).toMatchObject({ id: 6, status: 400 });
  });

  test('[SYNC-11] a fault of the database is 503, and the number stays', async () => {
    const { send } = await caller(ctx.rex);
    const body = pushOf(uuidv7(), 1, { id: uuidv7(), ...draft() });
    const { batch } = ctx.db;
    ctx.db.batch = (statements, mode) =>
      mode === 'write' ? Promise.reject(new Error('the line went dead')) : batch.call(ctx.db, statements, mode);
    const failed = await send({ id: 1, path: '/api/replicache/push', body });
    ctx.db.batch = batch;
    expect(failed).toMatchObject({ id: 1, status: 503 });
    expect(await send({ id: 2, path: '/api/replicache/push', body })).toMatchObject({ status: 200 });
  });

  test('[SYNC-11] what is sent over the socket and over HTTP at once is applied once', async () => {
    const { send } = await caller(ctx.rex);
    const request = { id: uuidv7(), ...draft() };
    const body = pushOf(uuidv7(), 1, request);
    const path = '/api/replicache/push';
    await Promise.all([send({ id: 1, path, body }), ctx.rex.call('POST', path, body), send({ id: 2, path, body })]);
    const sql = 'SELECT count(*) AS count FROM requests WHERE id = ?';
    expect((await ctx.db.execute({ sql, args: [request.id] })).rows[0]?.count).toBe(1);
    const refusals = 'SELECT count(*) AS count FROM refusals WHERE client_group_id = ?';
    expect((await ctx.db.execute({ sql: refusals, args: [body.clientGroupID] })).rows[0]?.count).toBe(0);
  });

  test('[SYNC-12] of one HOA two pushes run at once, the others wait in their order, and one that hangs holds up none', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hub = new Hub({ sockets: () => [], readRights: () => Promise.reject(), answer: () => Promise.reject() });
    const [begun, ends]: [number[], (() => void)[]] = [[], []];
    const pushes = [0, 1, 2, 3, 4].map((at) =>
      hub.inTurn(async () => {
        begun.push(at);
        await new Promise<void>((end) => {
          ends[at] = end;
        });
        if (at === 1) throw new Error('the line went dead');
      }),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual([0, 1]);
    nth(ends, 1)();
    await expect(pushes[1]).rejects.toThrow('the line went dead');
    expect(begun).toEqual([0, 1, 2]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    vi.useRealTimers();
    for (const end of ends) end();
    await Promise.all(pushes.filter((_, at) => at !== 1));
  });

  test('[SEC-16] a session that has ended answers 401', async () => {
    const nan = await ctx.join(ctx.hoa_id, 'Nan', 'resident');
    const { send } = await caller(nan);
    await ctx.db.execute({ sql: "UPDATE users SET status = 'inactive' WHERE id = ?", args: [nan.id] });
    const body = pushOf(uuidv7(), 1, { id: uuidv7(), ...draft() });
    expect(await send({ id: 1, path: '/api/replicache/push', body })).toMatchObject({ status: 401 });
  });

  test.each([
    ['no JSON', 'hello'],
    ['another route', JSON.stringify({ id: 1, path: '/api/users', body: {} })],
    ['a path that leads elsewhere', JSON.stringify({ id: 1, path: '/api/replicache/push/../../users', body: {} })],
    ['no id', JSON.stringify({ path: '/api/replicache/push', body: {} })],
    ['more than a megabyte', JSON.stringify({ id: 1, path: '/api/replicache/push', body: 'x'.repeat(2 ** 20) })],
  ])('[SEC-12] %s is not answered', async (_what, message) => {
    const { send, answers } = await caller(ctx.rex);
    await send(message);
    expect(answers).toEqual([]);
  });
});

describe('a push over HTTP', () => {
  test('[SYNC-12] [SEC-12] waits for its turn with those of its own HOA, and nobody else’s is passed on', async () => {
    const passed: string[] = [];
    const own = await createContext({
      pushInTurn: (hoa_id, headers, body) => {
        passed.push(hoa_id);
        const request = new Request('http://hub/api/replicache/push', { method: 'POST', headers, body });
        return Promise.resolve(app.fetch(request, { deps: { ...own.deps, pushInTurn: undefined } }));
      },
    });
    const [client, args] = [uuidv7(), { id: uuidv7(), ...draft() }];
    const mutations = [{ clientID: client, id: 1, name: 'createRequest', args, timestamp: 0 }];
    const body = { pushVersion: 1, clientGroupID: uuidv7(), profileID: '', schemaVersion: '1', mutations };
    const { status, body: answer } = await own.rex.call('POST', '/api/replicache/push', body);
    expect([status, answer.pokes[0].lastMutationIDChanges]).toEqual([200, { [client]: 1 }]);
    expect((await call(own.app, 'POST', '/api/replicache/push', body, 'no token')).status).toBe(401);
    expect(passed).toEqual([own.hoa_id]);
  });
});
