import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { changeLimits, firstSyncLimits } from '../../schema/limits.ts';
import { REFUSALS_KEPT } from '../../sync/refusals/entity.ts';
import { drainAfterCommit } from '../../worker/jobs/drain-after-commit.ts';
import { Device } from '../support/device.ts';
import { contextForAll, createContext } from '../support/fixtures.ts';
import { contextAtNoon, countedToday, endDay, leave } from '../support/limits.ts';
import { givePassword, PASSWORD } from '../support/passwords.ts';
import { nth, required } from '../support/required.ts';
import { create, newClient, newGroup, pull, pullAll, pullOf, push } from '../support/sync.ts';

const ctx = contextForAll(contextAtNoon);

const firstSync = (person = ctx.rex, group = newGroup()) =>
  person.call('POST', '/api/replicache/pull', pullOf(group, null));

test.each([
  ['a user', 0],
  ['an HOA', 1],
])('[SYNC-12] first syncs of %s a day: 429 over the limit, while devices that have synced go on', async (_, at) => {
  const { rex, bea } = ctx;
  const limits = firstSyncLimits(rex);
  const limit = nth(limits, at);
  const group = newGroup();
  const { cookie } = await pullAll(rex, group);
  await leave(ctx, limit, 1);
  expect((await firstSync()).status).toBe(200);
  const { status, body, headers } = await firstSync();
  expect([status, body.message]).toEqual([429, `${limit.reason} Please try again in 12 hours.`]);
  expect(headers.get('Retry-After')).toBe(String(body.retryAfter));
  // A known group without a cookie, and one that must start over, are first syncs as well.
  expect((await firstSync(rex, group)).status).toBe(429);
  const foreign = { ...cookie, epoch: 'another database' };
  expect((await rex.call('POST', '/api/replicache/pull', pullOf(group, foreign))).status).toBe(429);
  expect((await firstSync(bea)).status).toBe(limit.key.includes('/hoa/') ? 429 : 200);
  await pull(rex, group, cookie);
  await endDay(ctx, limits);
  expect((await firstSync()).status).toBe(200);
  await endDay(ctx, limits);
});

test('[SYNC-12] a first sync counts once, however many pages it has, and later pulls do not', async () => {
  const person = await ctx.join(ctx.hoa_id, 'Una', 'board');
  const limit = nth(firstSyncLimits(person), 0);
  const group = newGroup();
  const { cookie } = await pullAll(person, group);
  await pull(person, group, cookie);
  expect(await countedToday(ctx, limit.key)).toBe(1);
  await pull(person, group, { ...cookie, epoch: 'another database' });
  expect(await countedToday(ctx, limit.key)).toBe(2);
});

test('[SYNC-12] a device that must wait keeps its changes, sends them, and asks no more until then', async () => {
  const person = await ctx.join(ctx.hoa_id, 'Ula', 'resident');
  const limits = firstSyncLimits(person);
  await leave(ctx, nth(limits, 0), 0);
  const device = new Device(ctx, person);
  await device.store.mutate('createRequest', create().args as object);
  const tryBoth = async () => {
    await device.store.replicache.push({ now: true }).catch(() => undefined);
    await device.store.replicache.pull({ now: true }).catch(() => undefined);
  };
  await tryBoth();
  const { requests } = device;
  await tryBoth();
  expect(device.requests).toBe(requests);
  expect(device.store.sync).toMatchObject({
    phase: 'first',
    failed: true,
    message: expect.stringMatching(/try again in/),
  });
  const { rows } = await ctx.db.execute({ sql: 'SELECT id FROM requests WHERE user_id = ?', args: [person.id] });
  expect(rows).toHaveLength(1);
  await device.close();
});

const refusedChange = () => ({ name: 'updateRequest', args: { id: uuidv7(), status: 'in_progress' } });

test('[SYNC-10] the 200 newest refusals of a user are kept; what is removed leaves their devices too', async () => {
  const person = await ctx.join(ctx.hoa_id, 'Uma', 'resident');
  const [group, client] = [newGroup(), newClient()];
  const kept = async () =>
    (
      await ctx.db.execute({ sql: 'SELECT id FROM refusals WHERE user_id = ? ORDER BY id', args: [person.id] })
    ).rows.map(({ id }) => String(id));
  const refuse = (from: number, count: number) =>
    push(person, group, client, from, Array.from({ length: count }, refusedChange));
  for (let from = 1; from <= REFUSALS_KEPT; from += 50) await refuse(from, 50);
  const first = await kept();
  expect(first).toHaveLength(REFUSALS_KEPT);
  const { cookie } = await pullAll(person, group);
  // A push whose changes are accepted removes none.
  await push(person, group, client, REFUSALS_KEPT + 1, [create()]);
  expect(await kept()).toEqual(first);
  await refuse(REFUSALS_KEPT + 2, 3);
  const second = await kept();
  expect(second).toHaveLength(REFUSALS_KEPT);
  expect(second.slice(0, -3)).toEqual(first.slice(3));
  const { patch } = await pullAll(person, group, cookie);
  const gone = patch.flatMap((one) => (one.op === 'del' ? [one.key] : []));
  expect(gone.sort()).toEqual(first.slice(0, 3).map((id) => `refusal/${id}`));
});

test('[SYNC-10] of another browser of the user the oldest go as well, of another user none', async () => {
  const [person, other] = await Promise.all([
    ctx.join(ctx.hoa_id, 'Uta', 'resident'),
    ctx.join(ctx.hoa_id, 'Ugo', 'resident'),
  ]);
  await push(other, newGroup(), newClient(), 1, [refusedChange()]);
  const earlier = newGroup();
  await push(person, earlier, newClient(), 1, [refusedChange()]);
  const { cookie } = await pullAll(person, earlier);
  const [group, client] = [newGroup(), newClient()];
  for (let from = 1; from <= REFUSALS_KEPT; from += 50)
    await push(person, group, client, from, Array.from({ length: 50 }, refusedChange));
  const count = async (of: string) =>
    (await ctx.db.execute({ sql: 'SELECT id FROM refusals WHERE user_id = ?', args: [of] })).rows.length;
  expect([await count(person.id), await count(other.id)]).toEqual([REFUSALS_KEPT, 1]);
  expect((await pullAll(person, earlier, cookie)).patch).toMatchObject([{ op: 'del' }]);
});

test.each([
  ['a user', 0],
  ['an HOA', 1],
])(
  '[SYNC-12] changes of %s a minute: 429 over the limit, by REST and pushed, and nothing of it is applied',
  async (_, at) => {
    const own = await createContext({ now: () => new Date('2026-06-01T12:00:00.000Z') });
    const { rex, bea } = own;
    const limit = nth(changeLimits(rex, 0), at);
    const [request, [group, client]] = [create(), [newGroup(), newClient()]];
    own.deps.changes.count([{ ...limit, by: limit.max - 1 }], own.deps.now());
    expect((await push(rex, group, client, 1, [create()])).status).toBe(200);
    const refused = [
      await push(rex, group, client, 2, [request]),
      await rex.call('POST', '/api/requests', request.args),
    ];
    for (const { status, body } of refused)
      expect([status, body.message, body.retryAfter]).toEqual([
        429,
        `${limit.reason} Please try again in 1 minute.`,
        60,
      ]);
    expect((await bea.call('POST', '/api/requests', create().args)).status).toBe(at === 1 ? 429 : 201);
    await givePassword(own.db, rex);
    expect((await rex.call('POST', '/api/auth/login', { email: rex.email, password: PASSWORD })).status).toBe(200);
    own.deps.now = () => new Date('2026-06-01T12:01:00.000Z');
    expect((await push(rex, group, client, 2, [request])).status).toBe(200);
  },
);

test('of many commits in a row one drains the outbox, those before it begins with it, those after it leave one alarm, and one that was cut off holds up none', async () => {
  const ctx = await createContext();
  const { hoa_id } = ctx;
  const left: string[] = [];
  let leases = 0;
  const batch: typeof ctx.db.batch = (statements, mode) => {
    if (JSON.stringify(statements).includes('UPDATE outbox SET next_at')) leases += 1;
    return ctx.db.batch(statements, mode);
  };
  const db = Object.assign(Object.create(ctx.db), { batch });
  const drainPauses = { first: 30, every: 300 };
  const deps = { ...ctx.deps, db, drainPauses, drainLater: async (hoa: string) => void left.push(hoa) };
  const drain = () => drainAfterCommit(deps, hoa_id, true);
  await Promise.all([drain(), drain(), drain()]);
  expect([left, leases]).toEqual([[], 1]);

  const first = required(deps.draining.get(hoa_id));
  const running = drain();
  const second = required(deps.draining.get(hoa_id));
  expect(second.begins).toBeGreaterThanOrEqual(first.begins + drainPauses.every);
  second.hasBegun = true;
  await Promise.all([running, drain(), drain()]);
  expect([left, leases]).toEqual([[hoa_id], 2]);

  const cutOff = { begins: 0, until: Date.now() - 1, hasBegun: true, isDue: true, isFollowed: false };
  deps.draining.set(hoa_id, cutOff);
  await drain();
  expect([left, leases]).toEqual([[hoa_id], 3]);

  // The clock was put back by an hour.
  deps.draining.set(hoa_id, { ...cutOff, begins: Date.now() + 3_600_000, until: 0 });
  const afterwards = drain();
  expect(required(deps.draining.get(hoa_id)).begins).toBeLessThanOrEqual(Date.now() + drainPauses.every);
  await afterwards;
});
