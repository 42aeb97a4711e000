import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import type { PatchOperation, PullAnswer, PullCookie } from '../sync/protocol.ts';
import { testBothApis } from './support/apis.ts';
import { Device } from './support/device.ts';
import { contextForAll, createContext, type Person } from './support/fixtures.ts';

const ctx = contextForAll();

const newGroup = () => `g-${uuidv7()}`;
const newClient = () => `c-${uuidv7()}`;
const request = (title = 'Gate') => ({
  id: uuidv7(),
  title,
  description: '<p>It is stuck.</p>',
  category: 'Maintenance',
});

const pull = async (person: Person, group: string, cookie: unknown = null): Promise<PullAnswer> => {
  const { status, body } = await person.call('POST', '/api/replicache/pull', pullOf(group, cookie));
  expect(status).toBe(200);
  return body;
};
const pullOf = (group: string, cookie: unknown) => ({
  pullVersion: 1,
  clientGroupID: group,
  profileID: 'p',
  schemaVersion: '1',
  cookie,
});

/** Pulls until there is nothing more to give. */
const pullAll = async (person: Person, group: string, from: unknown = null) => {
  const answers: PullAnswer[] = [];
  let cookie = from;
  do {
    const answer = await pull(person, group, cookie);
    if (answer.cookie.order === (cookie as PullCookie | null)?.order) break;
    answers.push(answer);
    cookie = answer.cookie;
  } while ((cookie as PullCookie).more);
  const patch = answers.flatMap((answer) => answer.patch);
  const numbers = Object.assign({}, ...answers.map((answer) => answer.lastMutationIDChanges)) as Record<string, number>;
  return { answers, patch, numbers, cookie: cookie as PullCookie };
};
const keys = (patch: PatchOperation[]) => patch.flatMap((one) => (one.op === 'put' ? [one.key] : []));

type Sent = { name: string; args: unknown };
const push = (person: Person, group: string, clientID: string, from: number, sent: Sent[]) =>
  person.call('POST', '/api/replicache/push', {
    pushVersion: 1,
    clientGroupID: group,
    profileID: 'p',
    schemaVersion: '1',
    mutations: sent.map((one, at) => ({ clientID, id: from + at, timestamp: 0, ...one })),
  });
const create = (args = request()): Sent => ({ name: 'createRequest', args });

const rowsOf = async (hoa_id: string) =>
  (await ctx.db.execute({ sql: 'SELECT id FROM requests WHERE hoa_id = ?', args: [hoa_id] })).rows.map((row) => row.id);

describe('pull', () => {
  test('[SYNC-01] a first sync brings everything the user may see, and says how far it is', async () => {
    const mine = request('Mine');
    const client = newClient();
    const group = newGroup();
    await push(ctx.rex, group, client, 1, [create(mine)]);
    const { patch, cookie, numbers } = await pullAll(ctx.rex, newGroup());
    expect(keys(patch)).toContain(`request/${mine.id}`);
    expect(keys(patch)).toContain(`user/${ctx.rex.id}`);
    expect(keys(patch)).toContain(`hoa/${ctx.hoa_id}`);
    expect(patch.findLast((one) => one.op === 'put' && one.key === 'meta/sync')).toMatchObject({
      value: { complete: true },
    });
    expect(cookie.first).toBeUndefined();
    expect(numbers).toEqual({});
  });

  test('[SYNC-13] nothing more to give repeats the cookie with an empty patch', async () => {
    const group = newGroup();
    const { cookie } = await pullAll(ctx.rita, group);
    const again = await pull(ctx.rita, group, cookie);
    expect(again).toEqual({ cookie, lastMutationIDChanges: {}, patch: [] });
  });

  test('[SYNC-13] a first sync comes in pages, newest first, and later changes follow it', async () => {
    const own = await createContext();
    const client = newClient();
    const group = newGroup();
    const all = Array.from({ length: 700 }, (_, at) => request(`Number ${at}`));
    for (let at = 0; at < all.length; at += 50)
      await push(
        own.bea,
        group,
        client,
        at + 1,
        all.slice(at, at + 50).map((args) => create(args)),
      );
    const reader = newGroup();
    const first = await pull(own.sue, reader);
    expect(keys(first.patch)[0]).toBe(`request/${all.at(-1)?.id}`);
    expect(keys(first.patch).length).toBeLessThan(700);
    const late = request('While it was coming');
    await push(own.bea, group, client, 701, [create(late)]);
    const rest = await pullAll(own.sue, reader, first.cookie);
    const got = new Set([...keys(first.patch), ...keys(rest.patch)]);
    for (const { id } of [...all, late]) expect(got).toContain(`request/${id}`);
  });

  test('[SYNC-13] a resident gets their own requests alone, without private messages and staff names', async () => {
    const mine = request('For my eyes');
    await ctx.rita.call('POST', '/api/requests', mine);
    const board = newGroup();
    const client = newClient();
    const own = request('Ritas');
    await push(ctx.rita, newGroup(), client, 1, [create(own)]);
    const [open, secret] = [uuidv7(), uuidv7()];
    await push(ctx.bea, board, newClient(), 1, [
      { name: 'addRequestComment', args: { id: open, request_id: own.id, message: '<p>Hello</p>', is_public: true } },
      {
        name: 'addRequestComment',
        args: { id: secret, request_id: own.id, message: '<p>Secret</p>', is_public: false },
      },
      { name: 'updateRequest', args: { id: own.id, status: 'resolved', assigned_to: ctx.sue.id } },
    ]);
    const ritas = (await pullAll(ctx.rita, newGroup())).patch;
    expect(keys(ritas)).toContain(`requestComment/${open}`);
    expect(JSON.stringify(ritas)).not.toContain(secret);
    expect(JSON.stringify(ritas)).not.toContain('Bea Marsh');
    expect(JSON.stringify(ritas)).not.toContain(ctx.sue.id);
    expect(JSON.stringify(ritas)).toContain('HOA Staff');
    const rexes = (await pullAll(ctx.rex, newGroup())).patch;
    expect(JSON.stringify(rexes)).not.toContain(own.id);
    const olgas = (await pullAll(ctx.olga, newGroup())).patch;
    expect(JSON.stringify(olgas)).not.toContain(own.id);
  });

  test('[SYNC-14] the client group of another user answers 403, to pull and to push', async () => {
    const group = newGroup();
    await pullAll(ctx.rex, group);
    expect((await ctx.rita.call('POST', '/api/replicache/pull', pullOf(group, null))).status).toBe(403);
    const before = await rowsOf(ctx.hoa_id);
    expect((await push(ctx.rita, group, newClient(), 1, [create()])).status).toBe(403);
    expect(await rowsOf(ctx.hoa_id)).toEqual(before);
  });

  test.each([
    ['another database', { order: 7, epoch: 'elsewhere.1', seq: 3 }],
    ['the future', { order: 7, epoch: 'x', seq: 9_999_999_999 }],
    ['another shape', { order: 7, something: 'else' }],
    ['a bare number', 41],
  ])('[SYNC-13] a cookie from %s starts over, with a cookie that follows it', async (_, cookie) => {
    const answer = await pull(ctx.rex, newGroup(), cookie);
    expect(answer.patch[0]).toEqual({ op: 'clear' });
    expect(answer.cookie.order).toBeGreaterThan(typeof cookie === 'number' ? cookie : cookie.order);
  });

  test('[SYNC-13] a lost right empties the device: a board member who became a resident starts over', async () => {
    const own = await createContext();
    const rexs = request('Of Rex');
    await push(own.rex, newGroup(), newClient(), 1, [create(rexs)]);
    const group = newGroup();
    const { cookie, patch } = await pullAll(own.bea, group);
    expect(keys(patch)).toContain(`request/${rexs.id}`);
    await own.db.execute({
      sql: "UPDATE users SET role = 'resident', epoch = epoch + 1, rev = rev + 1 WHERE id = ?",
      args: [own.bea.id],
    });
    const after = await pullAll(own.bea, group, cookie);
    expect(after.patch[0]).toEqual({ op: 'clear' });
    expect(JSON.stringify(after.patch)).not.toContain(rexs.id);
  });

  test('[SYNC-22] a client of a version never shipped is asked to reload, and nothing of it is dropped', async () => {
    const group = newGroup();
    const body = { ...pullOf(group, null), schemaVersion: '999' };
    const { status, body: answer } = await ctx.rex.call('POST', '/api/replicache/pull', body);
    expect(status).toBe(426);
    expect(answer.message).toMatch(/reload/i);
  });
});

describe('push', () => {
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
    expect(await rowsOf(ctx.hoa_id)).not.toContain(three.id);
  });

  test('[SYNC-10] a refused change keeps its content and reason, and the queue behind it goes on', async () => {
    const [group, client] = [newGroup(), newClient()];
    const good = request('After the refused ones');
    const { status } = await push(ctx.rex, group, client, 1, [
      { name: 'noSuchChange', args: { what: 'ever' } },
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
      expect.objectContaining({ mutation: 'noSuchChange', args: { what: 'ever' }, code: 'invalid' }),
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
    await push(ctx.rex, group, newClient(), 1, [{ name: 'nonsense', args: {} }]);
    await device.sync();
    const [refusal] = device.store.rows('refusal').all;
    expect(device.store.outbox).toMatchObject([{ kind: 'refused', mutation: 'nonsense' }]);
    await device.store.mutate('dismissRefusal', { id: refusal?.id });
    await device.sync();
    await expect.poll(() => device.store.outbox).toEqual([]);
    await device.close();
  });

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
    expect(new Set(own.pokes[0]?.audiences)).toEqual(new Set(['board', own.rex.id, group]));
  });

  test('[SYNC-08] malformed JSON is 400, too much of it 413, no session 401', async () => {
    expect((await ctx.rex.call('POST', '/api/replicache/push', '{"half":')).status).toBe(400);
    expect((await ctx.rex.call('POST', '/api/replicache/push', { fill: 'x'.repeat(1_100_000) })).status).toBe(413);
    expect((await ctx.app.request('/api/replicache/pull', { method: 'POST', body: '{}' })).status).toBe(401);
  });
});

describe('device', () => {
  test('[SYNC-06] a change shows at once, waits while offline, and arrives once after lost answers', async () => {
    const own = await createContext();
    const device = await new Device(own, own.rex).sync();
    device.online = false;
    const mine = request('Written in the basement');
    await device.store.mutate('createRequest', mine);
    expect(device.store.rows('request').get(mine.id)?.title).toBe('Written in the basement');
    expect(device.store.outbox).toMatchObject([{ kind: 'pending', mutation: 'createRequest' }]);
    await device.store.persist();
    expect(device.store.outbox).toMatchObject([{ state: 'device' }]);
    device.online = true;
    device.loseAnswers = 2;
    await device.sync();
    await expect.poll(() => device.store.outbox).toEqual([]);
    const { rows } = await own.db.execute({ sql: 'SELECT id FROM requests WHERE id = ?', args: [mine.id] });
    expect(rows).toHaveLength(1);
    await device.close();
  });

  test('[SYNC-10] a change that only the server can refuse rolls back and stays in the outbox', async () => {
    const own = await createContext();
    const device = await new Device(own, own.bea).sync();
    const one = request();
    await push(own.rex, newGroup(), newClient(), 1, [create(one)]);
    await device.sync();
    device.online = false;
    await device.store.mutate('updateRequest', { id: one.id, status: 'closed' });
    expect(device.store.rows('request').get(one.id)?.status).toBe('closed');
    await own.db.execute({
      sql: "UPDATE users SET role = 'resident', epoch = epoch + 1, rev = rev + 1 WHERE id = ?",
      args: [own.bea.id],
    });
    device.online = true;
    await device.sync();
    expect(device.store.rows('request').get(one.id)).toBeUndefined();
    await expect
      .poll(() => device.store.outbox)
      .toMatchObject([{ kind: 'refused', mutation: 'updateRequest', args: { status: 'closed' } }]);
    await device.close();
  });

  test('[SYNC-09] the local rule refuses at once what the server would refuse, and queues nothing', async () => {
    const device = await new Device(ctx, ctx.rex).sync();
    await expect(device.store.mutate('createRequest', { ...request(), title: ' ' })).rejects.toThrow(
      'Title is required',
    );
    expect(device.store.outbox).toEqual([]);
    await device.close();
  });
});
