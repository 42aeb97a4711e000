import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { createS3 } from '../../local/s3/server.ts';
import { createApp } from '../../worker/app.ts';
import type { Deps } from '../../worker/deps.ts';
import { runCron } from '../../worker/schedule.ts';
import { openLine } from '../support/database-line.ts';
import { Device } from '../support/device.ts';
import { createContext, type TestContext, testConfig, withClock } from '../support/fixtures.ts';
import { listening } from '../support/listening.ts';
import { ownDatabase } from '../support/own-database.ts';
import { resendForAll } from '../support/resend-emulator.ts';

/** A database whose disk is full while `isFull`: it reads, and refuses each write as it did on a disk without room. */
const own = ownDatabase();
const resend = resendForAll();
let isFull = false;
let healthWrites = 0;
let line: { db: Client; close(): void };
let ctx: TestContext;
afterAll(() => line.close());

beforeEach(async () => {
  line ??= await openLine(own.url, (sql) => {
    if (!/INSERT|UPDATE|DELETE/.test(sql)) return 'none';
    if (sql.includes("'health'")) healthWrites += 1;
    return isFull ? 'full' : 'none';
  });
  isFull = false;
  resend.sent = [];
  const config = { ...testConfig(), resendUrl: resend.url, operatorEmail: 'operator@porchlight.test' };
  ctx = await createContext({ db: line.db, config, log: () => undefined });
});

const request = (title: string) => ({ id: uuidv7(), title, description: '<p>Drips</p>', category: 'Maintenance' });
const alerts = () => resend.sent.map(({ subject }) => subject).filter((subject) => subject.includes('disk is full'));

test('a change on a full disk is a 503 with a sentence, and the operator is mailed once without the database', async () => {
  isFull = true;
  for (const title of ['Gate', 'Fence']) {
    const { status, body } = await ctx.rex.call('POST', '/api/requests', request(title));
    expect([status, body]).toEqual([
      503,
      {
        message: expect.stringMatching(/^The server cannot save anything now, because its disk is full/),
        code: 'unavailable',
        retryAfter: 60,
      },
    ]);
  }
  expect((await ctx.rex.call('GET', '/api/requests')).status).toBe(200);
  await expect.poll(alerts).toEqual(['Porchlight: Nothing can be saved: the disk is full']);
});

test('[SYNC-12] what a device sends to a full disk waits there with the same sentence, and is saved when there is room', async () => {
  const name = uuidv7();
  const device = await new Device(ctx, ctx.rex, name).sync();
  isFull = true;
  await device.store.mutate('createRequest', request('Gate'));
  const sentence = /^The server cannot save anything now, because its disk is full/;
  await expect.poll(() => device.store.sync.waitingFor ?? '').toMatch(sentence);
  expect(device.store.outbox).toMatchObject([{ kind: 'pending', args: { title: 'Gate' } }]);
  await device.store.persist();
  await device.close();
  isFull = false;
  // It is opened again, because the one before waits out the minute that it was told.
  const again = await new Device(ctx, ctx.rex, name).sync();
  await expect.poll(() => again.store.outbox).toEqual([]);
  expect(again.store.rows('request').all.map(({ title }) => title)).toEqual(['Gate']);
  await again.close();
});

test('without a single user the schedule tells the operator of a full disk', async () => {
  isFull = true;
  const after: Promise<unknown>[] = [];
  const deps: Deps = { ...ctx.deps, waitUntil: (work) => void after.push(work) };
  await runCron(deps, '*/5 * * * *').catch(() => undefined);
  await Promise.all(after);
  expect(alerts()).toEqual(['Porchlight: Nothing can be saved: the disk is full']);
});

const health = async (deps: Deps) => {
  const answer = await createApp(deps).request('/api/health');
  const { checks } = (await answer.json()) as { checks: { database: string; files: string } };
  return [answer.status, checks.database, checks.files];
};

test('health is bad on a full disk, and writes once a minute while it is good', async () => {
  const url = inject('mailUrl');
  const config = { ...ctx.deps.config, resendUrl: url, stripe: { ...ctx.deps.config.stripe, url } };
  const start = Date.now();
  const after = (seconds: number) => health(withClock({ ...ctx.deps, config }, () => new Date(start + seconds * 1000)));
  expect(await after(0)).toEqual([200, 'ok', 'ok']);
  const before = healthWrites;
  for (const seconds of [15, 30, 45]) expect(await after(seconds)).toEqual([200, 'ok', 'ok']);
  expect(healthWrites).toBe(before);
  isFull = true;
  expect(await after(75)).toEqual([503, 'down', 'ok']);
  isFull = false;
  expect(await after(90)).toEqual([200, 'ok', 'ok']);
});

test('a file store that can store nothing says so to whoever asks for its health, and leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-full-disk-'));
  const keys = { region: 'us-east-1', accessKeyId: 'PLTEST', secretAccessKey: 'secret' };
  const statusOf = async (files: string) => {
    const server = createS3({ folder: files, bucket: 'porchlight', keys, origins: [] });
    const { status } = await fetch(`http://127.0.0.1:${await listening(server)}/porchlight`);
    server.close();
    return status;
  };
  await mkdir(join(folder, 'good'));
  await writeFile(join(folder, 'no folder'), '');
  expect(await statusOf(join(folder, 'good'))).toBe(403);
  expect(await statusOf(join(folder, 'no folder'))).toBe(500);
  expect(await readdir(join(folder, 'good'))).toEqual([]);
  await rm(folder, { recursive: true });
});
