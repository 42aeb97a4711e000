import { readFileSync } from 'node:fs';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, test } from 'vitest';
import { ENTITY_NAMES } from '../../sync/index.ts';
import { compactLog } from '../../sync/server/compact.ts';
import { runCron } from '../../worker/schedule.ts';
import { Device } from '../support/device.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { ownDatabase } from '../support/own-database.ts';
import { create, keys, newClient, newGroup, pull, pullAll, push, request } from '../support/sync.ts';

const COMPACTION_CRON = '30 * * * *';

const own = ownDatabase();
let ctx: TestContext;
/** Days since the file began; the log alone knows of them. */
let day = 0;

const today = () => new Date(Date.now() + day * 24 * 60 * 60 * 1000);
/** The schedule notes the log's place at the beginning of each day. */
const beginDay = (days = 1) => {
  day += days;
  return compactLog(own.db, today());
};
const pass = async (days: number) => {
  await beginDay();
  await beginDay(days);
};

beforeEach(async () => {
  await pass(200);
  ctx = await createContext({ db: own.db });
});

const tombstones = async () => {
  const sql = "SELECT count(*) AS count FROM sync_log WHERE hoa_id = ? AND gone = 1 AND entity <> 'horizon'";
  return Number((await own.db.execute({ sql, args: [ctx.hoa_id] })).rows[0]?.count);
};
const address = () => ({ id: uuidv7(), street: `${uuidv7()} Road`, unit_number: null });
const createAddress = async (person: Person) => {
  const one = address();
  await push(person, newGroup(), newClient(), 1, [{ name: 'createAddress', args: one }]);
  return one;
};
const deleteAddress = async (person: Person, id: string) =>
  expect((await person.call('DELETE', `/api/addresses/${id}`)).status).toBe(204);

const rowsOn = (device: Device) =>
  Object.fromEntries(ENTITY_NAMES.map((entity) => [entity, device.store.rows(entity).all]));
const expectAsFresh = async (device: Device, person: Person) => {
  const fresh = await new Device(ctx, person).sync();
  expect(rowsOn(device)).toEqual({ ...rowsOn(fresh), refusal: expect.anything() });
  await fresh.close();
};

describe('a device away for longer than the log keeps tombstones', () => {
  test('[SYNC-13] forgets what was deleted meanwhile, though nothing of it is left in the log', async () => {
    const gone = await createAddress(ctx.bea);
    const device = await new Device(ctx, ctx.bea).sync();
    expect(device.store.rows('address').get(gone.id)).toBeDefined();
    await deleteAddress(ctx.bea, gone.id);
    expect(await tombstones()).toBeGreaterThan(0);
    await pass(91);
    expect(await tombstones()).toBe(0);
    await device.sync();
    expect(device.store.rows('address').get(gone.id)).toBeUndefined();
    await expectAsFresh(device, ctx.bea);
    await device.close();
  });

  test('[SYNC-11] has its 30 unsent changes applied once, also those whose answers were lost', async () => {
    const [gone, kept] = [await createAddress(ctx.bea), await createAddress(ctx.bea)];
    const device = await new Device(ctx, ctx.bea).sync();
    device.loseAnswers = 3;
    const sent = request('Sent, and the answer was lost');
    await device.store.mutate('createRequest', sent);
    await expect.poll(async () => (await ctx.bea.call('GET', `/api/requests/${sent.id}`)).status).toBe(200);
    device.online = false;
    const unsent = Array.from({ length: 28 }, (_, at) => request(`Unsent ${at}`));
    for (const args of unsent) await device.store.mutate('createRequest', args);
    await device.store.mutate('updateAddress', { ...kept, unit_number: '7', is_rented: true, notes: 'Unsent' });
    await device.store.mutate('updateAddress', { ...gone, is_rented: true, notes: 'Of a deleted address' });
    // Somebody has changed since what was sent: sending it again would show.
    expect((await ctx.bea.call('PUT', `/api/requests/${sent.id}`, { status: 'closed' })).status).toBe(200);
    await deleteAddress(ctx.bea, gone.id);
    await pass(400);

    Object.assign(device, { online: true, loseAnswers: 2 });
    await device.sync();
    const { rows } = await own.db.execute({ sql: 'SELECT id FROM requests WHERE hoa_id = ?', args: [ctx.hoa_id] });
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([sent, ...unsent].map(({ id }) => id)));
    expect(rows).toHaveLength(29);
    expect(device.store.rows('request').get(sent.id)?.status).toBe('closed');
    expect(device.store.rows('address').get(kept.id)?.notes).toBe('Unsent');
    await expect
      .poll(() => device.store.outbox.map(({ kind, mutation }) => [kind, mutation]))
      .toEqual([['refused', 'updateAddress']]);
    await expectAsFresh(device, ctx.bea);
    await device.close();
  });

  test('[SYNC-10] forgets a refusal that another tab has dismissed', async () => {
    const name = uuidv7();
    const [tab, other] = [new Device(ctx, ctx.bea, name), new Device(ctx, ctx.bea, name)];
    await tab.sync();
    await other.sync();
    const group = await tab.store.replicache.clientGroupID;
    await push(ctx.bea, group, newClient(), 1, [{ name: 'createRequest', args: {} }]);
    await tab.sync();
    await other.sync();
    const [refusal] = tab.store.rows('refusal').all;
    expect(refusal).toBeDefined();
    await other.store.mutate('dismissRefusal', { id: refusal?.id });
    await other.sync();
    await pass(91);
    await tab.sync();
    expect(tab.store.rows('refusal').all).toEqual([]);
    await Promise.all([tab.close(), other.close()]);
  });

  test('[SYNC-13] in the middle of its first sync keeps nothing that was deleted after it began', async () => {
    for (let at = 0; at < 320; at += 40)
      await push(
        ctx.bea,
        newGroup(),
        newClient(),
        1,
        Array.from({ length: 40 }, () => create()),
      );
    const newest = await createAddress(ctx.bea);
    const group = newGroup();
    const first = await pull(ctx.bea, group);
    expect(keys(first.patch)).toContain(`address/${newest.id}`);
    expect(first.cookie.first).toBeDefined();
    await deleteAddress(ctx.bea, newest.id);
    await pass(91);
    await ctx.bea.call('POST', '/api/requests', request());
    const { patch } = await pullAll(ctx.bea, group, first.cookie);
    const start = patch.findIndex(({ op }) => op === 'clear');
    expect(start).toBeGreaterThan(0);
    expect(keys(patch.slice(start))).not.toContain(`address/${newest.id}`);
    expect(patch.findLast((one) => one.op === 'put' && one.key === 'meta/sync')).toMatchObject({
      value: { complete: true },
    });
  });
});

test('[SYNC-13] whoever has seen every deletion gets only what is new, however long ago that was', async () => {
  const gone = await createAddress(ctx.bea);
  const [board, resident, foreign] = [newGroup(), newGroup(), newGroup()];
  const before = await pullAll(ctx.rita, resident);
  const theirs = await pullAll(ctx.olga, foreign);
  await deleteAddress(ctx.bea, gone.id);
  const after = await pullAll(ctx.bea, board);
  await pass(400);
  expect(await pull(ctx.bea, board, after.cookie)).toMatchObject({ cookie: after.cookie, patch: [] });
  // The deletion was never theirs to see.
  expect(await pull(ctx.rita, resident, before.cookie)).toMatchObject({ patch: [] });
  expect(await pull(ctx.olga, foreign, theirs.cookie)).toMatchObject({ patch: [] });
});

test('[SYNC-13] a cookie below the horizon starts over once, with the last mutation ids of its group', async () => {
  const gone = await createAddress(ctx.bea);
  const [group, client] = [newGroup(), newClient()];
  await push(ctx.bea, group, client, 1, [create(), create()]);
  const { cookie } = await pullAll(ctx.bea, group);
  await deleteAddress(ctx.bea, gone.id);
  await pass(91);
  const again = await pullAll(ctx.bea, group, cookie);
  expect(again.patch[0]).toEqual({ op: 'clear' });
  expect(again.numbers).toEqual({ [client]: 2 });
  expect(again.cookie.order).toBeGreaterThan(cookie.order);
  expect(await pull(ctx.bea, group, again.cookie)).toMatchObject({ cookie: again.cookie, patch: [] });
});

test('[SYNC-15] the id of a row whose deletion the log has forgotten is free, and brings no device the row of another HOA', async () => {
  const one = await createAddress(ctx.bea);
  const device = await new Device(ctx, ctx.bea).sync();
  await deleteAddress(ctx.bea, one.id);
  await pass(91);
  const theirs = { ...one, street: `Of Maple ${one.id}` };
  await push(ctx.olga, newGroup(), newClient(), 1, [{ name: 'createAddress', args: theirs }]);
  const olgas = await new Device(ctx, ctx.olga).sync();
  await device.sync();
  expect(olgas.store.rows('address').get(one.id)?.street).toBe(theirs.street);
  expect(device.store.rows('address').get(one.id)).toBeUndefined();
  await Promise.all([device.close(), olgas.close()]);
});

describe('compaction', () => {
  const deleteMany = async (count: number) => {
    const insert = `INSERT INTO sync_log (hoa_id, audience, entity, entity_id, gone)
      SELECT ?, 'board', 'address', ? || value, 1 FROM generate_series(1, ?)`;
    await own.db.execute({ sql: insert, args: [ctx.hoa_id, uuidv7(), count] });
  };
  const horizons = async () => {
    const sql = "SELECT audience, seq FROM sync_log WHERE hoa_id = ? AND entity = 'horizon' ORDER BY audience";
    return (await own.db.execute({ sql, args: [ctx.hoa_id] })).rows.map(({ audience, seq }) => [audience, seq]);
  };

  const newestPosition = async () =>
    (await own.db.execute({ sql: 'SELECT max(seq) AS seq FROM sync_log WHERE hoa_id = ?', args: [ctx.hoa_id] })).rows[0]
      ?.seq;

  test('keeps the tombstones of the last 90 days, and all rows', async () => {
    await deleteMany(10);
    await pass(60);
    await deleteMany(7);
    await pass(31);
    expect(await tombstones()).toBe(7);
    await pass(60);
    expect(await tombstones()).toBe(0);
    await expectAsFresh(await new Device(ctx, ctx.bea).sync(), ctx.bea);
  });

  test('run at once, again and late leaves one horizon an audience, at the newest tombstone that it removed', async () => {
    await deleteMany(1300);
    const { rows } = await own.db.execute({
      sql: 'SELECT max(seq) AS last FROM sync_log WHERE hoa_id = ? AND gone = 1',
      args: [ctx.hoa_id],
    });
    await beginDay();
    const position = await newestPosition();
    day += 91;
    await Promise.all([1, 2, 3].map(() => compactLog(own.db, today())));
    expect(await tombstones()).toBe(0);
    expect(await horizons()).toEqual([['board', rows[0]?.last]]);
    await compactLog(own.db, new Date(today().getTime() - 5 * 60_000));
    await pass(400);
    expect(await horizons()).toEqual([['board', rows[0]?.last]]);
    expect(await newestPosition()).toBe(position);
  });

  test('has a cron of its own', async () => {
    const crons = /^crons = (.*)$/m.exec(readFileSync('wrangler.toml', 'utf8'))?.[1];
    expect(JSON.parse(crons ?? '[]')).toContain(COMPACTION_CRON);
    await deleteMany(3);
    await beginDay();
    day += 91;
    await runCron({ ...ctx.deps, now: today }, COMPACTION_CRON);
    expect(await tombstones()).toBe(0);
  });
});
