import { beforeAll, expect, test } from 'vitest';
import { PAGE_SIZE, type PullCookie } from '../../sync/protocol.ts';
import { Device } from '../support/device.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';
import { create } from '../support/requests.ts';
import { required } from '../support/required.ts';
import { keys, newGroup, pull, pullAll, pullOf } from '../support/sync.ts';

const PAGES = 3;
const ID = "substr(id, 1, 24) || printf('%012d', i)";

let ctx: TestContext;
let filed: string;
const numbered = (at: number) => filed.slice(0, 24) + String(at).padStart(12, '0');

/** An HOA with so many requests that their first sync takes several pages, as if each had been filed. */
beforeAll(async () => {
  ctx = await createContext();
  const { db, hoa_id } = ctx;
  filed = (await create(ctx.rex))._id;
  const { rows } = await db.execute("SELECT name FROM pragma_table_info('requests') WHERE name <> 'id'");
  const columns = rows.map(({ name }) => name).join(', ');
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${PAGES * PAGE_SIZE})`;
  await db.batch(
    [
      {
        sql: `INSERT INTO requests (id, ${columns}) ${numbers} SELECT ${ID}, ${columns} FROM requests, n WHERE id = ?`,
        args: [filed],
      },
      {
        sql: `INSERT INTO sync_log (hoa_id, audience, entity, entity_id, gone) ${numbers}
          SELECT hoa_id, audience, entity, ${ID.replace('id', 'entity_id')}, 0 FROM n, sync_log WHERE entity_id = ? AND hoa_id = ? ORDER BY i`,
        args: [filed, hoa_id],
      },
    ],
    'write',
  );
});

const change = (id: string) => ctx.bea.call('PUT', `/api/requests/${id}`, { status: 'in_progress' });

test('[SYNC-13] a page asked for by its distance is that which follows the page before it, until a row leaves its place', async () => {
  const group = newGroup();
  const second = await pull(ctx.sue, group, (await pull(ctx.sue, group)).cookie);
  const skipping = async (cookie: PullCookie) =>
    (await ctx.sue.call('POST', '/api/replicache/pull', { ...pullOf(group, cookie), skip: PAGE_SIZE })).body;
  const [next, ahead] = [await pull(ctx.sue, group, second.cookie), await skipping(second.cookie)];
  const following = await pull(ctx.sue, group, next.cookie);
  expect(ahead.after).toBe(next.cookie.first?.below);
  expect(keys(ahead.patch)).toEqual(keys(following.patch));
  expect(ahead.cookie).toEqual({ ...following.cookie, order: ahead.cookie.order });

  expect((await change(required(keys(next.patch)[5]).replace('request/', ''))).status).toBe(200);
  expect((await skipping(second.cookie)).after).not.toBe(ahead.after);
});

/** A device's app, which lets `before` run ahead of each page, and counts the calls. */
const watched = (
  before: (body: { cookie: PullCookie | null; skip?: number }) => Promise<void> = async () => undefined,
) => {
  const calls: boolean[] = [];
  const request: TestContext['app']['request'] = async (input, init) => {
    if (String(input).endsWith('/pull')) {
      const body = JSON.parse(String(init?.body));
      if (!body.cookie || body.cookie.first) calls.push(body.skip !== undefined);
      await before(body);
    }
    return ctx.app.request(input, init);
  };
  return { calls, app: { ...ctx.app, request } };
};

const synced = async (app: TestContext['app']) => {
  const device = await new Device({ ...ctx, app }, ctx.sue).sync();
  const ids = device.store.rows('request').all.map(({ id }) => `request/${id}`);
  await device.close();
  return new Set(ids);
};

const inOnePass = async () =>
  new Set(keys((await pullAll(ctx.sue, newGroup())).patch).filter((key) => key.startsWith('request/')));

test('[SYNC-13] a device has two pages on their way, and asks for none twice', async () => {
  const { app, calls } = watched();
  const ids = await synced(app);
  expect(ids).toEqual(await inOnePass());
  expect(ids.size).toBeGreaterThan(PAGES * PAGE_SIZE);
  expect([calls.length, calls.filter(Boolean).length]).toEqual([PAGES + 1, PAGES - 1]);
});

test('[SYNC-13] a change between two pages on their way takes nothing from the device', async () => {
  let changed: Promise<unknown> | undefined;
  let answerAhead = () => {};
  const ahead = new Promise<void>((resolve) => {
    answerAhead = resolve;
  });
  const { app, calls } = watched(async ({ cookie, skip }) => {
    if (!cookie?.first || changed) return;
    // The page ahead is read first, then a row leaves the page before it, which is read last.
    if (skip) {
      setTimeout(answerAhead, 50);
      return;
    }
    await ahead;
    changed = change(numbered(2.5 * PAGE_SIZE));
    await changed;
  });
  const ids = await synced(app);
  expect(changed).toBeDefined();
  // The page that no longer fitted was asked for again.
  expect(calls.filter((isAhead) => !isAhead)).toHaveLength(3);
  expect(ids).toEqual(await inOnePass());
});
