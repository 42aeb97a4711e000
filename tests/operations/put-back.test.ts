import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDatabase } from '../../local/database.ts';
import { makeDatabaseAccess } from '../../local/database-access.ts';
import { migrate } from '../../local/migrate.ts';
import { freePort } from '../../local/ports.ts';
import { Processes } from '../../local/processes.ts';
import type { Log } from '../../worker/services/log.ts';
import { Device } from '../support/device.ts';
import { createContext, type TestContext, testConfig } from '../support/fixtures.ts';
import { TestHubs } from '../support/hubs.ts';
import { titled, titlesOn, titlesOnServer } from '../support/requests.ts';
import { required, take } from '../support/required.ts';
import { newGroup, pull, pullAll } from '../support/sync.ts';

type LogEntry = Parameters<Log>[0];

/** A database of this test's own, whose folder is copied and put back as a snapshot of a machine is. */
const access = makeDatabaseAccess();
let folder: string;
let port: number;
let processes: Processes;
let ctx: TestContext;
let lines: LogEntry[];
let hubs: TestHubs;

const start = async () => {
  processes = new Processes(() => undefined);
  return (await startDatabase(processes, { port, dataDir: join(folder, 'data'), access })).client;
};
const whileStopped = async (work: () => Promise<void>) => {
  await processes.stop();
  await work();
  await start();
};
const takeSnapshot = () => whileStopped(() => cp(join(folder, 'data'), join(folder, 'snapshot'), { recursive: true }));
const putBack = () =>
  whileStopped(async () => {
    await rm(join(folder, 'data'), { recursive: true });
    await cp(join(folder, 'snapshot'), join(folder, 'data'), { recursive: true });
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porchlight-put-back-'));
  port = await freePort();
  const db = await start();
  await migrate(db);
  lines = [];
  const config = { ...testConfig(), operatorEmail: 'operator@porchlight.test' };
  const log = (entry: LogEntry) => void (entry.level === 'error' && lines.push(entry));
  hubs = new TestHubs();
  ctx = await createContext({ db, config, log, ...hubs.over, waitUntil: (work) => void work.catch(() => undefined) });
  hubs.serve(ctx.deps);
});
afterEach(async () => {
  await processes.stop();
  await rm(folder, { recursive: true, force: true });
});

const instanceNow = async () => (await ctx.deps.db.execute('SELECT instance FROM sync_instance')).rows[0]?.instance;
const alerts = () =>
  ctx.deps.db.execute('SELECT kind FROM operator_mails').then(({ rows }) => rows.map(({ kind }) => kind));

test('[SYNC-13] a snapshot that is put back is noticed by the first device that has seen more, and none keeps what is gone', async () => {
  const [rex, bea, rita] = take(
    await Promise.all([ctx.rex, ctx.bea, ctx.rita].map((one) => new Device(ctx, one).sync())),
    3,
  );
  await takeSnapshot();
  for (const title of ['Lost 1', 'Lost 2', 'Lost 3']) await rex.store.mutate('createRequest', titled(title));
  for (const device of [rex, bea, rita]) await device.sync();
  for (const device of [rex, bea, rita]) device.online = false;
  await bea.store.mutate('createRequest', titled('Held'));
  const before = await instanceNow();
  await putBack();

  rita.online = true;
  await rita.sync();
  expect(await instanceNow()).not.toBe(before);
  // The log has passed the place of the other devices before they come.
  for (let at = 0; at < 20; at += 1) await ctx.rex.call('POST', '/api/requests', titled(`New ${at}`));
  for (const device of [bea, rex]) {
    device.online = true;
    await device.sync();
  }
  await rex.sync();
  const there = await titlesOnServer(ctx);
  expect(there).toHaveLength(21);
  expect(there).toContain('Held');
  expect(titlesOn(bea)).toEqual(there);
  expect(titlesOn(rex)).toEqual(there.filter((title: string) => title !== 'Held'));
  await expect.poll(alerts).toEqual(['put_back']);
  expect(lines.filter(({ event }) => event === 'database put back')).toHaveLength(1);
  await Promise.all([rex, bea, rita].map((device) => required(device).close()));
});

test('[SYNC-11] a device that sends before it reads proves it too: its changes are applied once', async () => {
  const device = await new Device(ctx, ctx.rex).sync();
  await takeSnapshot();
  await device.store.mutate('createRequest', titled('Lost'));
  await device.sync();
  device.online = false;
  await device.store.mutate('createRequest', titled('Held'));
  await putBack();
  const before = await instanceNow();
  const pulls = device.holdPulls();
  device.online = true;
  device.store.syncNow();
  await expect.poll(() => titlesOnServer(ctx)).toEqual(['Held']);
  expect(await instanceNow()).not.toBe(before);
  pulls.release();
  await device.sync();
  expect(titlesOn(device)).toEqual(['Held']);
  await device.close();
});

test('[SYNC-13] a commit that a device heard of over its socket alone proves it as well', async () => {
  const device = await (await new Device(ctx, ctx.bea).sync()).connect(hubs);
  await device.sync();
  await takeSnapshot();
  await ctx.rex.call('POST', '/api/requests', titled('Lost'));
  await expect.poll(() => titlesOn(device)).toEqual(['Lost']);
  device.disconnect();
  const before = await instanceNow();
  await putBack();
  await device.sync();
  expect(await instanceNow()).not.toBe(before);
  expect(titlesOn(device)).toEqual([]);
  await device.close();
});

test('[SEC-14] nobody makes the devices start over with a cookie of their own', async () => {
  const { cookie } = await pullAll(ctx.rex, newGroup());
  const before = await instanceNow();
  const far = cookie.seq + 1_000_000;
  const [, signature] = String(cookie.proof).split('.');
  expect(signature).toMatch(/^[\w-]{43}$/);
  for (const proof of [undefined, `${far}.${signature}`, `${far}.`, `${far}.${'A'.repeat(43)}`, 'x'])
    await pull(ctx.rex, newGroup(), { ...cookie, seq: far, acks: far, proof });
  expect(await instanceNow()).toBe(before);
  expect(lines).toEqual([]);
});
