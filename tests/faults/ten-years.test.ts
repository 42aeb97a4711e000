import { expect, test } from 'vitest';
import { seed } from '../../local/seed.ts';
import { compactLog } from '../../sync/server/compact.ts';
import type { Actor } from '../../sync/tx.ts';
import { createApp } from '../../worker/app.ts';
import { signAccess } from '../../worker/auth/access.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import { call, type Person, testDeps } from '../support/fixtures.ts';
import { ownDatabase } from '../support/own-database.ts';
import { countingClient } from '../support/rows-read.ts';
import { create, newClient, newGroup, pull, pullAll, push } from '../support/sync.ts';

const KEPT_DAYS = 90;

const own = ownDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;
const DELETIONS_A_MONTH = 400;

const queryNumber = async (sql: string, args: string[] = []) =>
  Number((await own.db.execute({ sql, args })).rows[0]?.[0]);

/** Ten years of deletions, with the schedule's run on the first day of each month. Returns how many there were. */
const deleteForTenYears = async (hoa_id: string): Promise<number> => {
  const sql = `INSERT INTO sync_log (hoa_id, audience, entity, entity_id, gone)
    SELECT ?, iif(value % 2, 'board', 'all'), 'announcement', ? || value, 1 FROM generate_series(1, ?)`;
  const start = Date.now() - 120 * 30 * DAY_MS;
  for (let month = 0; month < 120; month += 1) {
    await own.db.execute({ sql, args: [hoa_id, `deleted in ${month}/`, DELETIONS_A_MONTH] });
    await compactLog(own.db, new Date(start + month * 30 * DAY_MS));
  }
  return 120 * DELETIONS_A_MONTH;
};

/** A user of the seed behind an app that counts the rows its database reads. */
const signIn = async (email: string): Promise<Person & { rowsRead(): number }> => {
  const { db, rowsRead } = countingClient(own.url);
  const deps = testDeps({ db });
  const app = createApp(deps);
  const { rows } = await own.db.execute({ sql: 'SELECT * FROM users WHERE email = ?', args: [email] });
  const { id, hoa_id, name, role, address_id } = rows[0] as unknown as Actor;
  const user = { id, hoa_id, name, role, email, address_id };
  const token = await signAccess(deps, user, await openFamily(deps, user));
  return { ...user, token, rowsRead, call: (method, path, body) => call(app, method, path, body, token) };
};

type Figures = { pages: number; rows: number; nothingNew: number; oneChange: number };

const measure = async (email: string): Promise<Figures> => {
  const person = await signIn(email);
  const counted = async (work: () => Promise<unknown>) => {
    const before = person.rowsRead();
    await work();
    return person.rowsRead() - before;
  };
  const group = newGroup();
  const first = await pullAll(person, group);
  const { cookie } = first;
  const nothingNew = await counted(() => pull(person, group, cookie));
  // By an app whose reads are not counted: what follows the change in the background reads, too.
  await push(await signIn(email), newGroup(), newClient(), 1, [create()]);
  const oneChange = await counted(async () => {
    const { cookie: next, patch } = await pull(person, group, cookie);
    expect([next.more, patch.length]).toEqual([undefined, 1]);
  });
  return { pages: first.answers.length, rows: first.patch.length, nothingNew, oneChange };
};

test('[SYNC-13] ten years of a 400-home HOA: the log holds its rows and 90 days of deletions, and a pull reads what is new', async () => {
  await seed({ db: own.db, now: new Date(), size: 'decade', files: { put: async () => {} } });
  const willow = "(SELECT id FROM hoas WHERE name LIKE 'Willow%')";
  const hoa_id = String((await own.db.execute(`SELECT ${willow} AS id`)).rows[0]?.id);
  const ofRows = await queryNumber('SELECT count(*) FROM sync_log');
  const deleted = await deleteForTenYears(hoa_id);
  const kept = await queryNumber("SELECT count(*) FROM sync_log WHERE gone = 1 AND entity <> 'horizon'");
  expect(kept).toBeLessThanOrEqual((KEPT_DAYS / 30 + 1) * DELETIONS_A_MONTH);
  expect(await queryNumber('SELECT count(*) FROM sync_log')).toBe(ofRows + kept + 2);

  const figures = { decade: await measure('board@willowcreek.test'), demo: await measure('board@mapleridge.test') };
  console.log({ logOfRows: ofRows, deleted, kept, ...figures });
  expect(figures.decade.nothingNew).toBeLessThanOrEqual(figures.demo.nothingNew + 5);
  expect(figures.decade.oneChange).toBeLessThanOrEqual(figures.demo.oneChange + 5);
}, 600_000);
