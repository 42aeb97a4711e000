import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Bucket, openBucket } from '../../local/bucket.ts';
import type { Subject } from '../../local/doctor/check.ts';
import { examine } from '../../local/doctor/examine.ts';
import { migrate } from '../../local/migrate.ts';
import { localScript } from '../../local/paths.ts';
import { createS3 } from '../../local/s3/server.ts';
import { makeSecrets } from '../../local/secrets.ts';
import { seed } from '../../local/seed.ts';
import { varsOf } from '../../local/variables.ts';
import { ACTIVITY_DAYS_ON_DEVICES } from '../../schema/activity.ts';
import type { S3Config } from '../../worker/services/storage.ts';
import { damages } from '../support/damages.ts';
import { createContext } from '../support/fixtures.ts';
import { listening } from '../support/listening.ts';
import { ownDatabase } from '../support/own-database.ts';
import { request } from '../support/sync.ts';

const HOUR_MS = 3_600_000;
const KEYS = { region: 'us-east-1', accessKeyId: 'PLTEST', secretAccessKey: 'secret' };
const url = 'http://127.0.0.1:9';
const ENVIRONMENT = varsOf({ app: url, database: url, files: url, mail: url, payments: url }, makeSecrets());

/** The demo in a file, of which each test damages a copy, and its files in a bucket of this test file's own. */
const demoForAll = () => {
  const demo = {} as { path: string; s3: S3Config; bucket: Bucket; copies: number };
  let folder: string;
  let server: Server;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'porchlight-doctor-'));
    server = createS3({ folder: join(folder, 'files'), bucket: 'porchlight', keys: KEYS, origins: [] });
    const endpoint = `http://127.0.0.1:${await listening(server)}`;
    const s3 = { endpoint, bucket: 'porchlight', ...KEYS };
    Object.assign(demo, { path: join(folder, 'demo.db'), s3, bucket: openBucket(s3), copies: 0 });
    const db = createClient({ url: `file:${demo.path}` });
    await migrate(db);
    await seed({ db, now: new Date(), size: 'demo', files: demo.bucket });
    db.close();
  });
  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });
  return demo;
};

const demo = demoForAll();

const subjectOf = (): Subject => {
  demo.copies += 1;
  const path = `${demo.path}-${demo.copies}`;
  copyFileSync(demo.path, path);
  return { db: createClient({ url: `file:${path}` }), bucket: demo.bucket, env: ENVIRONMENT, now: new Date() };
};

const findingsOf = async (subject: Subject): Promise<string[]> => {
  const lines: string[] = [];
  await examine(subject, (name, findings) => lines.push(...findings.map((finding) => `${name}: ${finding}`)));
  return lines;
};

test('the demo is healthy', async () => {
  expect(await findingsOf(subjectOf())).toEqual([]);
});

test('an activity that has left the devices is no finding, a new one without its log entry is', async () => {
  const subject = subjectOf();
  const record = (id: string, days: number) =>
    subject.db.execute({
      sql: `INSERT INTO activity (id, hoa_id, seq, at, action, entity, changes)
        SELECT ?, id, (SELECT coalesce(max(seq), 0) + 1 FROM activity), ?, 'createRequest', 'request', '{}' FROM hoas LIMIT 1`,
      args: [id, new Date(subject.now.getTime() - days * 24 * HOUR_MS).toISOString()],
    });
  await record('old', ACTIVITY_DAYS_ON_DEVICES + 1);
  expect(await findingsOf(subject)).toEqual([]);
  await record('new', 1);
  expect(await findingsOf(subject)).toEqual([expect.stringMatching(/^log: activity new of HOA/)]);
  subject.db.close();
});

test('[13.1] an HOA whose removal takes several nights is no finding, what is left of it afterwards is', async () => {
  const subject = subjectOf();
  const { db } = subject;
  await db.executeMultiple(`
    INSERT INTO departures (hoa_id, name, leaving_at, recipients, counts)
      SELECT id, name, '2026-01-01T00:00:00.000Z', '[]', '{}' FROM hoas WHERE name LIKE 'Maple%';
    INSERT OR REPLACE INTO activity_keeping (hoa_id, removable_before) SELECT hoa_id, '9999' FROM departures;
    DELETE FROM disputes WHERE hoa_id = (SELECT hoa_id FROM departures);
    DELETE FROM entries WHERE hoa_id = (SELECT hoa_id FROM departures);
    DELETE FROM payments WHERE hoa_id = (SELECT hoa_id FROM departures);
    DELETE FROM announcement_reads WHERE hoa_id = (SELECT hoa_id FROM departures);
    DELETE FROM sync_log WHERE hoa_id = (SELECT hoa_id FROM departures) AND entity = 'request';`);
  expect(await findingsOf(subject)).toEqual([]);
  await db.execute("UPDATE departures SET removed_at = '2026-04-01T00:00:00.000Z'");
  expect((await findingsOf(subject)).length).toBeGreaterThan(0);
  db.close();
});

test.each(damages)('finds %s, and names it', async (_, finding, damage) => {
  const subject = subjectOf();
  const id = await damage(subject);
  const expected = new RegExp(finding.source.replace('ID', id.replaceAll('/', '\\/')));
  expect(await findingsOf(subject)).toContainEqual(expect.stringMatching(expected));
  subject.db.close();
});

const own = ownDatabase();

test('npm run doctor reads a deployment over the wire, writes nothing, and ends with 1 where it finds something', async () => {
  const s3 = inject('s3');
  const { rex } = await createContext({ db: own.db });
  expect((await rex.call('POST', '/api/requests', request())).status).toBe(201);
  const env = {
    ...process.env,
    ...ENVIRONMENT,
    DATABASE_URL: own.url,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  const run = () => {
    const args = ['--disable-warning=ExperimentalWarning', localScript('doctor.ts')];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    return { status, lines: `${stdout}${stderr}`.trim().split('\n') };
  };
  const dump = async () => (await fetch(`${own.url}/dump`)).text();
  const before = await dump();
  const { status, lines } = run();
  expect(lines.filter((line) => !line.endsWith(': good'))).toEqual([]);
  expect([status, lines.length]).toEqual([0, 9]);
  expect(await dump()).toBe(before);

  await own.db.execute("DELETE FROM sync_log WHERE entity = 'hoa'");
  expect(run()).toEqual({ status: 1, lines: expect.arrayContaining([expect.stringMatching(/^log: hoa \S+ of HOA/)]) });
});
