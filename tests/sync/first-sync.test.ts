import { beforeAll, expect, test } from 'vitest';
import { PAGE_SIZE, type PullCookie } from '../../sync/protocol.ts';
import { Device } from '../support/device.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';
import { ownDatabase } from '../support/own-database.ts';
import { create } from '../support/requests.ts';
import { required } from '../support/required.ts';
import { keys, newGroup, pull, pullAll, pullOf } from '../support/sync.ts';

const own = ownDatabase();

const PAGES = 3;
/** The id of a copy, whose last part is its number. */
const copyOf = (id: string) => `substr(${id}, 1, 24) || printf('%012d', i)`;

let ctx: TestContext;
let filed: string;
const numbered = (at: number) => filed.slice(0, 24) + String(at).padStart(12, '0');

/** An HOA with so many requests that their first sync takes several pages, as if each had been filed. */
beforeAll(async () => {
  ctx = await createContext({ db: own.db });
  const { db, hoa_id } = ctx;
  filed = (await create(ctx.rex))._id;
  const { rows } = await db.execute("SELECT name FROM pragma_table_info('requests') WHERE name <> 'id'");
  const columns = rows.map(({ name }) => name).join(', ');
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${PAGES * PAGE_SIZE})`;
  await db.batch(
    [
      {
        sql: `INSERT INTO requests (id, ${columns}) ${numbers}
          SELECT ${copyOf('id')}, ${columns} FROM requests, n WHERE id = ?`,
        args: [filed],
      },
      {
        sql: `INSERT INTO sync_log (hoa_id, audience, entity, entity_id, gone) ${numbers}
          SELECT hoa_id, audience, entity, ${copyOf('entity_id')}, 0 FROM n, sync_log
          WHERE entity_id = ? AND hoa_id = ? ORDER BY i`,
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
  expect(ahead.skippedTo).toBe(next.cookie.first?.below);
  expect(keys(ahead.patch)).toEqual(keys(following.patch));
  expect(ahead.cookie).toEqual({ ...following.cookie, order: ahead.cookie.order });

  expect((await change(required(keys(next.patch)[5]).replace('request/', ''))).status).toBe(200);
  expect((await skipping(second.cookie)).skippedTo).not.toBe(ahead.skippedTo);
});

type Asked = { cookie: PullCookie | null; skip?: number };
/** `before` runs ahead of each pull, `after` once it is answered; `isOld` is a server of before November 2026, which knows no `skip`. */
type Watch = { before?(body: Asked): Promise<unknown>; after?(body: Asked): void; isOld?: boolean };

/** A device's app; `asked` are the pulls of first syncs, true where a page was asked for by its distance. */
const watched = ({ before, after, isOld = false }: Watch = {}) => {
  const asked: boolean[] = [];
  const request: TestContext['app']['request'] = async (input, init) => {
    if (!String(input).endsWith('/pull')) return ctx.app.request(input, init);
    const body = JSON.parse(String(init?.body)) as Asked;
    const { skip, ...plain } = body;
    if (!body.cookie || body.cookie.first) asked.push(skip !== undefined);
    await before?.(body);
    const answer = await ctx.app.request(input, { ...init, body: JSON.stringify(isOld ? plain : body) });
    after?.(body);
    return answer;
  };
  return { asked, app: { ...ctx.app, request } };
};

/** The requests that a new device has in the end are those that one pull after the other brings. */
const expectWhole = async (app: TestContext['app']) => {
  const device = await new Device({ ...ctx, app }, ctx.sue).sync();
  const held = device.store.rows('request').all.map(({ id }) => `request/${id}`);
  await device.close();
  const { patch } = await pullAll(ctx.sue, newGroup());
  expect(new Set(held)).toEqual(new Set(keys(patch).filter((key) => key.startsWith('request/'))));
  expect(held.length).toBeGreaterThan(PAGES * PAGE_SIZE);
};

test('[SYNC-13] a device has two pages on their way, and asks for none twice', async () => {
  const { app, asked } = watched();
  await expectWhole(app);
  expect([asked.length, asked.filter(Boolean).length]).toEqual([PAGES + 1, PAGES - 1]);
});

/** Something that happens once the first page ahead is answered, while the page before it has yet to be read. */
const between = (happens: () => Promise<unknown>): Watch => {
  const ahead = Promise.withResolvers<void>();
  let happened: Promise<unknown> | undefined;
  return {
    before: async ({ cookie, skip }) => {
      if (!cookie?.first || skip || happened) return;
      await ahead.promise;
      happened = happens();
      await happened;
    },
    after: ({ skip }) => {
      if (skip) ahead.resolve();
    },
  };
};

test('[SYNC-13] a change between two pages on their way takes nothing from the device', async () => {
  const { app, asked } = watched(between(() => change(numbered(2.5 * PAGE_SIZE))));
  await expectWhole(app);
  // The page that no longer fitted was asked for again.
  expect(asked.filter((isAhead) => !isAhead)).toHaveLength(3);
});

test('[SYNC-13] a database that is restored between two pages on their way is synced from the start', async () => {
  const { app } = watched(between(() => own.db.execute("UPDATE sync_instance SET instance = 'restored'")));
  await expectWhole(app);
});

test('[SYNC-22] a server of the release before answers another page than a device asks for ahead, which takes it for none', async () => {
  const { app } = watched({ isOld: true });
  await expectWhole(app);
});
