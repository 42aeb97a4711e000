import { type Client, createClient } from '@libsql/client/web';
import { beforeAll, describe, expect, test } from 'vitest';
import { databasesOf, forEachDatabase } from '../../worker/databases.ts';
import { checkEnvironment, parseDatabases } from '../../worker/environment.ts';
import { NIGHTLY_CRON } from '../../worker/nightly.ts';
import { runCron } from '../../worker/schedule.ts';
import { cookieOf } from '../support/auth.ts';
import { createContext, pairDatabases, type TestContext } from '../support/fixtures.ts';
import { ownDatabase } from '../support/own-database.ts';
import { givePassword, PASSWORD } from '../support/passwords.ts';
import { create, list } from '../support/requests.ts';
import { setUser } from '../support/users.ts';

/** `PORCHLIGHT_DATABASES=2 npm run test:unit` runs the other tests in this way (CONTRIBUTING.md). */
describe('the HOAs of one worker in two databases', () => {
  const own = [ownDatabase(), ownDatabase()];
  let ctx: TestContext;
  beforeAll(async () => {
    const [first, second] = own.map(({ db }) => db) as [Client, Client];
    pairDatabases(first, second);
    ctx = await createContext({ db: first, log: () => undefined });
  });

  const post = (path: string, body: object, cookie = '') =>
    ctx.app.request(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });

  test('[13.3] what an HOA writes lies in its own database alone', async () => {
    await create(ctx.rex, { title: 'Gate' });
    await create(ctx.otto, { title: 'Roof' });
    expect([(await list(ctx.bea)).totalDocs, (await list(ctx.olga)).totalDocs]).toEqual([1, 1]);
    for (const { db } of forEachDatabase(ctx.deps)) {
      const hoas = (await db.execute('SELECT id FROM hoas')).rows.map(({ id }) => id);
      expect(hoas).toHaveLength(1);
      for (const table of ['users', 'requests', 'sync_log', 'activity', 'refresh_tokens'])
        expect((await db.execute(`SELECT DISTINCT hoa_id FROM ${table}`)).rows.map((row) => row[0])).toEqual(hoas);
    }
  });

  test('[13.3] an email of HOAs in both is asked which, and its sign-in is renewed and ended in its own', async () => {
    const here = await ctx.join(ctx.hoa_id, 'Una', 'resident');
    const there = await ctx.join(ctx.olga.hoa_id, 'Una', 'board');
    await setUser(ctx, there, `email = '${here.email}'`);
    await givePassword(ctx.db, here, there);
    const body = { email: here.email, password: PASSWORD };
    expect((await post('login', body)).status).toBe(409);
    for (const person of [here, there]) {
      const signedIn = await post('login', { ...body, hoa_id: person.hoa_id });
      const renewed = await post('refresh', {}, cookieOf(signedIn));
      expect(((await renewed.json()) as { user: object }).user).toMatchObject({ id: person.id, hoa_id: person.hoa_id });
      expect((await post('logout', {}, cookieOf(renewed))).status).toBe(204);
      expect((await post('refresh', {}, cookieOf(renewed))).status).toBe(401);
    }
  });

  test('[13.3] crons do their work in each', async () => {
    const long_ago = '2020-01-01T00:00:00.000Z';
    for (const { db } of forEachDatabase(ctx.deps))
      await db.execute({
        sql: "INSERT INTO processor_events (id, type, created_at, received_at, processed_at) VALUES ('evt_old', 'x', ?1, ?1, ?1)",
        args: [long_ago],
      });
    await runCron(ctx.deps, NIGHTLY_CRON);
    for (const { db } of forEachDatabase(ctx.deps))
      expect((await db.execute("SELECT id FROM processor_events WHERE id = 'evt_old'")).rows).toEqual([]);
  });
});

test('[13.3] LATER_DATABASES says from which id on an HOA lies in which database', () => {
  const setting = '8=libsql://second.example, c0=libsql://third.example';
  const clients = parseDatabases(setting).map(({ from, url }) => ({ from, client: createClient({ url }) }));
  const first = createClient({ url: 'libsql://first.example' });
  const { of, all } = databasesOf(first, clients);
  const at = (id: string) => all.indexOf(of(id));
  expect(['0199', '7fff', '8000', 'bfff', 'c000', 'ffff'].map(at)).toEqual([0, 0, 1, 1, 2, 2]);
  expect(checkEnvironment({ LATER_DATABASES: setting })).not.toContainEqual(expect.stringContaining('LATER'));
  expect(checkEnvironment({ LATER_DATABASES: 'libsql://second.example' })).toContain(
    'LATER_DATABASES must be like 8=libsql://second.example',
  );
});
