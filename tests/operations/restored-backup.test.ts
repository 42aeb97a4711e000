import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDatabase } from '../../local/database.ts';
import { makeDatabaseAccess } from '../../local/database-access.ts';
import { saveDump } from '../../local/dump.ts';
import { loadDump } from '../../local/load-dump.ts';
import { migrate } from '../../local/migrate.ts';
import { freePort } from '../../local/ports.ts';
import { Processes } from '../../local/processes.ts';
import { MUTATE } from '../../sync/client/mutation.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import { signToken } from '../../worker/auth/refresh-token.ts';
import { revokeFamily } from '../../worker/auth/revoke.ts';
import { Device } from '../support/device.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';
import { titled, titlesOn, titlesOnServer } from '../support/requests.ts';

/** A database of this test's own, so that it can be put back to an earlier state. */
let folder: string;
let port: number;
const access = makeDatabaseAccess();
let processes: Processes;
let ctx: TestContext;

const start = async (name: string) => {
  processes = new Processes(() => undefined);
  return (await startDatabase(processes, { port, dataDir: join(folder, name), access })).client;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porchlight-restored-'));
  port = await freePort();
  const db = await start('first');
  await migrate(db);
  ctx = await createContext({ db });
});
afterEach(async () => {
  await processes.stop();
  await rm(folder, { recursive: true, force: true });
});

const backup = async () => {
  const dump = join(folder, 'dump.sql');
  await saveDump({ url: `http://127.0.0.1:${port}`, token: access.token }, dump);
  return dump;
};
const restore = async (dump: string) => {
  await processes.stop();
  await loadDump(await start('second'), dump);
};

test('[SYNC-11] [SYNC-13] a device that wrote since the backup heals, and what it still held is applied once', async () => {
  const [writer, reader] = await Promise.all([new Device(ctx, ctx.rex).sync(), new Device(ctx, ctx.bea).sync()]);
  await writer.store.mutate('createRequest', titled('Before'));
  await writer.sync();
  const unanswered = titled('In the backup, never confirmed');
  writer.loseAnswers = 3;
  await writer.store.mutate('createRequest', unanswered);
  await expect.poll(() => titlesOnServer(ctx)).toContain(unanswered.title);
  writer.online = false;
  const dump = await backup();

  writer.loseAnswers = 0;
  writer.online = true;
  await writer.sync();
  for (const title of ['Lost 1', 'Lost 2', 'Lost 3']) await writer.store.mutate('createRequest', titled(title));
  await writer.sync();
  await reader.sync();
  expect(titlesOn(reader)).toContain('Lost 3');
  writer.online = false;
  const waiting = titled('Waiting');
  await writer.store.mutate('createRequest', waiting);
  await restore(dump);
  expect(writer.store.outbox).toMatchObject([{ args: { title: 'Waiting' } }]);

  writer.online = true;
  await writer.sync();
  await writer.store.mutate('createRequest', titled('After'));
  await writer.sync();
  await reader.sync();
  const right = ['Before', unanswered.title, 'Waiting', 'After'].sort();
  expect(await titlesOnServer(ctx)).toEqual(right);
  expect(titlesOn(writer)).toEqual(right);
  expect(titlesOn(reader)).toEqual(right);
  expect(writer.store.outbox).toEqual([]);
  await Promise.all([writer.close(), reader.close()]);
});

test('[SYNC-11] what was accepted after the backup and never confirmed is sent again', async () => {
  const device = await new Device(ctx, ctx.rex).sync();
  const dump = await backup();
  const pulls = device.holdPulls();
  await device.store.mutate('createRequest', titled('Accepted'));
  await expect.poll(() => titlesOnServer(ctx)).toEqual(['Accepted']);
  await restore(dump);
  expect(await titlesOnServer(ctx)).toEqual([]);
  pulls.release();
  await device.sync();
  expect(await titlesOnServer(ctx)).toEqual(['Accepted']);
  expect(titlesOn(device)).toEqual(['Accepted']);
  await device.close();
});

test('[SYNC-13] a reader whose place the restored log has passed already keeps nothing that is not there', async () => {
  const reader = await new Device(ctx, ctx.bea).sync();
  const dump = await backup();
  await ctx.rex.call('POST', '/api/requests', titled('Only before the restoration'));
  await reader.sync();
  reader.online = false;
  await restore(dump);
  for (let at = 0; at < 5; at += 1) await ctx.rex.call('POST', '/api/requests', titled(`New ${at}`));
  reader.online = true;
  await reader.sync();
  expect(titlesOn(reader)).toEqual(await titlesOnServer(ctx));
  expect(titlesOn(reader)).not.toContain('Only before the restoration');
  await reader.close();
});

test('[SYNC-11] a push that names another database is refused until it says where its numbers begin', async () => {
  const push = (more: object) =>
    ctx.rex.call('POST', '/api/replicache/push', {
      pushVersion: 1,
      clientGroupID: 'g-of-rex',
      mutations: [{ clientID: 'c-of-rex', id: 7, name: 'createRequest', args: titled('Seventh') }],
      ...more,
    });
  expect((await push({ instance: 'elsewhere' })).status).toBe(409);
  expect((await push({})).status).toBe(409);
  expect(await titlesOnServer(ctx)).toEqual([]);
  expect((await push({ base: { 'c-of-rex': 6 } })).status).toBe(200);
  expect((await push({ base: { 'c-of-rex': 6 } })).status).toBe(200);
  expect(await titlesOnServer(ctx)).toEqual(['Seventh']);
});

/** Renews a session. Returns the status and the new cookie. */
const renew = async (token: string): Promise<{ status: number; token: string }> => {
  const headers = { cookie: `__Host-porchlight=${token}` };
  const response = await ctx.app.request('/api/auth/refresh', { method: 'POST', headers });
  const given = /__Host-porchlight=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1];
  return { status: response.status, token: given ?? token };
};

test('[SESSION-15] a sign-in renewed since the backup goes on after the restoration, by its newest token alone', async () => {
  const [device, ended] = [await openFamily(ctx.deps, ctx.rex), await openFamily(ctx.deps, ctx.rita)];
  await revokeFamily(ctx.deps, { ...ended, hoa_id: ctx.hoa_id, user_id: ctx.rita.id });
  const dump = await backup();
  const first = await renew(device.token);
  const second = await renew(first.token);
  expect([first.status, second.status]).toEqual([200, 200]);
  await restore(dump);

  const forged = second.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect((await renew(forged)).status).toBe(401);
  const third = await renew(second.token);
  expect(third.status).toBe(200);
  expect((await renew(third.token)).status).toBe(200);
  expect((await renew(device.token)).status).toBe(401);
  expect((await renew(ended.token)).status).toBe(401);
  const later = { family_id: ended.family_id, issued_at: new Date(Date.now() + 1000).toISOString() };
  expect((await renew(await signToken(ctx.deps.config, later))).status).toBe(401);
});

test('[SYNC-06] after a restoration too, of two tabs the one that has pulled less often still saves its changes', async () => {
  const name = uuidv7();
  const [often, seldom] = [new Device(ctx, ctx.rex, name), new Device(ctx, ctx.rex, name)];
  const create = (title: string) => ctx.rex.call('POST', '/api/requests', titled(title));
  const dump = await backup();
  for (let at = 0; at < 20; at += 1) await create(`Since the backup ${at}`);
  for (const tab of [often, seldom]) await tab.sync();
  await restore(dump);
  for (const tab of [often, seldom]) await tab.sync();
  for (let at = 0; at < 5; at += 1) {
    await create(`New ${at}`);
    await often.sync();
  }
  await often.store.persist();
  // The server accepts it before the device has stored it, as happens while a large cache is written.
  await seldom.store.replicache.mutate[MUTATE]?.({ name: 'createRequest', args: titled('Accepted') } as never);
  await seldom.sync();
  seldom.online = false;
  await seldom.store.mutate('createRequest', titled('Saved'));
  await seldom.store.persist();
  expect(seldom.store.outbox.map(({ state }) => state)).toEqual(['device']);
  await Promise.all([often.close(), seldom.close()]);
});
