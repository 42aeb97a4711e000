import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PokePatch } from '../../sync/protocol.ts';
import { POKE_LIMIT } from '../../sync/protocol.ts';
import { Device } from '../support/device.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { TestHubs } from '../support/hubs.ts';
import { draft } from '../support/requests.ts';
import { nth, required } from '../support/required.ts';

let ctx: TestContext;
let hubs: TestHubs;
const devices: Device[] = [];
/** The next pokes and disconnects are not delivered, as when the server is killed after its commit. */
let isKilled = false;

beforeAll(async () => {
  hubs = new TestHubs();
  const { poke, disconnect, connect } = hubs.over;
  ctx = await createContext({
    ...(connect && { connect }),
    poke: (...args) => (isKilled ? undefined : poke(...args)),
    disconnect: (...args) => (isKilled ? undefined : disconnect(...args)),
  });
  hubs.serve(ctx.deps);
});
afterAll(() => Promise.all(devices.map((device) => device.close())));

const deviceOf = async (person: Person): Promise<Device> => {
  const device = await new Device(ctx, person).sync();
  devices.push(device);
  return device.connect(hubs);
};

/** The messages to a socket: a poke, 'poke', or that it was closed. */
const listen = async (person: Person, named: { group?: string; patches?: string } = {}) => {
  const heard: (PokePatch | string)[] = [];
  const socket = await hubs.open(
    ctx,
    person,
    { group: uuidv7(), client: uuidv7(), ...named },
    {
      onMessage: (message) => void heard.push(message.startsWith('{') ? JSON.parse(message).poke : message),
      onClose: () => void heard.push('closed'),
    },
  );
  const keys = () =>
    heard.flatMap((one) =>
      typeof one === 'string' ? [one] : one.patch.map((operation) => ('key' in operation ? operation.key : '')),
    );
  return { heard, keys, socket };
};

const createRequest = async (person: Person): Promise<string> => {
  const { status, body } = await person.call('POST', '/api/requests', draft());
  expect(status).toBe(201);
  return body._id;
};
const edit = (id: string, change: object) => ctx.sue.call('PUT', `/api/users/${id}`, { name: 'Nan', ...change });

describe('a commit', () => {
  test('[SYNC-13] [SYNC-18] reaches another device as a patch, and neither device asks for it', async () => {
    const [rex, bea] = [await deviceOf(ctx.rex), await deviceOf(ctx.bea)];
    const before = [rex.requests, bea.requests];
    const id = uuidv7();
    await rex.store.mutate('createRequest', { id, ...draft() });
    await vi.waitFor(() => expect(bea.store.rows('request').get(id)).toBeDefined());
    await vi.waitFor(() => expect(rex.store.outbox).toEqual([]));
    expect([rex.requests, bea.requests]).toEqual([nth(before, 0) + 1, before[1]]);
    await bea.store.mutate('updateRequest', { id, status: 'in_progress' });
    await vi.waitFor(() => expect(rex.store.rows('request').get(id)?.status).toBe('in_progress'));
    expect(rex.requests).toBe(nth(before, 0) + 1);
  });

  test('[SYNC-13] tells each viewer what a pull would: nothing of what is the board’s, a deletion of what is lost', async () => {
    const request_id = await createRequest(ctx.rex);
    const [rex, rita, bea] = [await listen(ctx.rex), await listen(ctx.rita), await listen(ctx.bea)];
    const message = { message: '<p>For the board.</p>', is_public: false };
    expect((await ctx.bea.call('POST', `/api/requests/${request_id}/comments`, message)).status).toBeLessThan(300);
    await vi.waitFor(() => expect(bea.keys()).toEqual([expect.stringMatching(/^requestComment/)]));
    expect([rex.keys(), rita.keys()]).toEqual([[], []]);
  });

  test('[SYNC-13] sends nothing to whom it does not concern, and the next patch that does leads over it', async () => {
    const [rita, bea] = [await listen(ctx.rita), await listen(ctx.bea)];
    const opened = (rita.heard[0] as PokePatch).to;
    for (let times = 0; times < 3; times += 1) await createRequest(ctx.rex);
    hubs.restart(ctx.hoa_id);
    await createRequest(ctx.rex);
    await vi.waitFor(() => expect(bea.keys()).toHaveLength(4));
    expect(rita.heard).toHaveLength(1);
    const id = await createRequest(ctx.rita);
    await vi.waitFor(() => expect(rita.keys()).toEqual([`request/${id}`]));
    expect(rita.heard).toHaveLength(2);
    expect((rita.heard[1] as PokePatch).from).toBe(opened);
  });

  test('[SYNC-13] of others costs a device no pull, neither for its own next change nor for theirs', async () => {
    const [rita, bea] = [await deviceOf(ctx.rita), await deviceOf(ctx.bea)];
    const before = [rita.requests, bea.requests];
    await createRequest(ctx.rex);
    const id = uuidv7();
    await rita.store.mutate('createRequest', { id, ...draft() });
    await vi.waitFor(() => expect(rita.store.outbox).toEqual([]));
    await createRequest(ctx.rex);
    await bea.store.mutate('updateRequest', { id, status: 'in_progress' });
    await vi.waitFor(() => expect(rita.store.rows('request').get(id)?.status).toBe('in_progress'));
    expect([rita.requests, bea.requests]).toEqual([nth(before, 0) + 1, nth(before, 1) + 1]);
  });

  test('[SYNC-10] a refusal reaches the group that sent the change, nobody else', async () => {
    const [rex, other, bea] = [await deviceOf(ctx.rex), await listen(ctx.rex), await listen(ctx.bea)];
    const requests = rex.requests;
    const id = await createRequest(ctx.bea);
    const push = { clientID: uuidv7(), id: 1, name: 'updateRequest', args: { id, status: 'closed' }, timestamp: 0 };
    const body = {
      pushVersion: 1,
      clientGroupID: await rex.store.replicache.clientGroupID,
      profileID: '',
      schemaVersion: '1',
      mutations: [push],
    };
    expect((await ctx.rex.call('POST', '/api/replicache/push', body)).status).toBe(200);
    await vi.waitFor(() => expect(rex.store.rows('refusal').all).toHaveLength(1));
    expect(rex.requests).toBe(requests);
    expect([...other.keys(), ...bea.keys()].filter((key) => key.startsWith('refusal'))).toEqual([]);
  });

  test('[SEC-15] nothing of it reaches another HOA', async () => {
    const olga = await listen(ctx.olga);
    await createRequest(ctx.rex);
    await createRequest(ctx.olga);
    await vi.waitFor(() => expect(olga.keys()).toHaveLength(1));
    expect(olga.heard).toHaveLength(2);
  });

  test('one that is too large for a poke is pulled', async () => {
    const rex = await deviceOf(ctx.rex);
    const [heard, stranger] = [await listen(ctx.rex), await listen(ctx.rita)];
    const message = `<p>${'long '.repeat(POKE_LIMIT / 40)}</p>`;
    const request = await createRequest(ctx.rex);
    await vi.waitFor(() => expect(rex.store.rows('request').get(request)).toBeDefined());
    const mutations = Array.from({ length: 9 }, (_, at) => ({
      clientID: 'large',
      id: at + 1,
      name: 'addRequestComment',
      args: { id: uuidv7(), request_id: request, message, is_public: true },
      timestamp: 0,
    }));
    const body = { pushVersion: 1, clientGroupID: 'of-large', profileID: '', schemaVersion: '1', mutations };
    const { status, body: answer } = await ctx.bea.call('POST', '/api/replicache/push', body);
    expect([status, answer.pokes]).toEqual([200, []]);
    await vi.waitFor(() => expect(heard.heard).toContain('poke'));
    expect(stranger.heard).not.toContain('poke');
    await vi.waitFor(() =>
      expect(rex.store.rows('requestComment').all.filter(({ request_id }) => request_id === request)).toHaveLength(9),
    );
  });

  test('[SYNC-22] a client of an earlier release is told to pull, only where it may see the change', async () => {
    const [rex, rita] = [await listen(ctx.rex, { patches: '0' }), await listen(ctx.rita, { patches: '0' })];
    await createRequest(ctx.rex);
    await vi.waitFor(() => expect(rex.heard).toEqual(['poke']));
    expect(rita.heard).toEqual([]);
  });
});

describe('the right to hear of it', () => {
  const board = () => ctx.join(ctx.hoa_id, 'Nan Board', 'board');

  test.each([
    ['role', { role: 'resident' }],
    ['status', { status: 'inactive' }],
  ])('[SEC-16] ends with the very commit that changes the %s', async (_what, change) => {
    const nan = await board();
    const [hers, bea] = [await listen(nan), await listen(ctx.bea)];
    expect((await edit(nan.id, change)).status).toBe(200);
    await vi.waitFor(() => expect(bea.keys()).toContain(`user/${nan.id}`));
    expect(hers.keys()).toEqual(['closed']);
  });

  test('[SESSION-14] ends with the sign-in, also where the socket was not told', async () => {
    const nan = await board();
    const [hers, bea] = [await listen(nan), await listen(ctx.bea)];
    isKilled = true;
    const sql = 'UPDATE refresh_tokens SET revoked_at = ? WHERE user_id = ?';
    await ctx.db.execute({ sql, args: [new Date().toISOString(), nan.id] });
    isKilled = false;
    await createRequest(ctx.rex);
    await vi.waitFor(() => expect(bea.keys()).toHaveLength(1));
    expect(hers.keys()).toEqual(['closed']);
  });

  test('[SEC-16] ends where the commit that ended it was never told', async () => {
    const nan = await board();
    await createRequest(ctx.rex);
    const [hers, bea] = [await listen(nan), await listen(ctx.bea)];
    isKilled = true;
    expect((await edit(nan.id, { role: 'resident' })).status).toBe(200);
    isKilled = false;
    await createRequest(ctx.rex);
    await vi.waitFor(() => expect(bea.keys()).toHaveLength(1));
    expect(hers.keys()).toEqual(['closed']);
  });

  test('[SEC-16] ends where the hub has forgotten what it knew', async () => {
    const nan = await board();
    const hers = await listen(nan);
    isKilled = true;
    expect((await edit(nan.id, { status: 'inactive' })).status).toBe(200);
    isKilled = false;
    hubs.restart(ctx.hoa_id);
    const bea = await listen(ctx.bea);
    await createRequest(ctx.rex);
    await vi.waitFor(() => expect(bea.keys()).toHaveLength(1));
    expect(hers.keys()).toEqual(['closed']);
  });

  test('[SEC-16] is read again for a socket whose rights were read before a later commit', async () => {
    const nan = await board();
    const bea = await listen(ctx.bea);
    await createRequest(ctx.rex);
    const { connect } = ctx.deps;
    let changed: Promise<unknown> | undefined;
    ctx.deps.connect = async (request, grant) => {
      changed ??= edit(nan.id, { role: 'resident' });
      await changed;
      await vi.waitFor(() => expect(bea.keys()).toContain(`user/${nan.id}`));
      return required(connect)(request, grant);
    };
    const hers = await listen(nan);
    Object.assign(ctx.deps, { connect });
    const heard = bea.keys().length;
    await createRequest(ctx.rex);
    await vi.waitFor(() => expect(bea.keys()).toHaveLength(heard + 1));
    expect(hers.keys()).toEqual(['closed']);
  });

  test('[SESSION-15] ends with the access token', async () => {
    const [rita, bea] = [await listen(ctx.rita), await listen(ctx.bea)];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 });
    await rita.socket.send('ping');
    vi.useRealTimers();
    expect(rita.keys()).toEqual(['closed']);
    expect(bea.keys()).toEqual([]);
  });
});
