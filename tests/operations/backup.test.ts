import { mkdirSync, statSync } from 'node:fs';
import type { Client } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { markFilling, takeDataDir } from '../../local/data-dir.ts';
import { migrate } from '../../local/migrate.ts';
import { freePorts } from '../../local/ports.ts';
import type { Disk } from '../../local/s3/disk.ts';
import { batch } from '../../sync/server/retry.ts';
import { instanceOf, PHOTO, photoIn, storePhoto, useBackupFolder } from '../support/backups.ts';

// Those over the wire are in tests/faults/backup-remote.test.ts.
const { open, filled, run, path } = useBackupFolder();

const countOf = async (db: Client, table: string) =>
  Number((await db.execute(`SELECT count(*) AS count FROM ${table}`)).rows[0]?.count);

test('a backup is one view of a running stack, and is restored as another database', { timeout: 90_000 }, async () => {
  const { client, disk, stop, hoa_id } = await filled('first');
  const hoas = (await client.execute('SELECT * FROM hoas')).rows;
  const instance = await instanceOf(client);
  await client.execute(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO rate_limits (key, window_start, count) SELECT 'of ' || i || hex(randomblob(200)), i, 1 FROM n`);
  const backup = run('backup', 'first');
  const written = await writePairs(client, disk, backup);
  expect(await backup).toEqual({ status: 0, said: expect.stringMatching(/^Saved the database and \d+ files of/) });
  expect(statSync(path('saved.tgz')).mode & 0o777).toBe(0o600);
  await client.execute({ sql: 'DELETE FROM hoas WHERE id = ?', args: [hoa_id] });
  await stop();

  expect(await run('restore', 'second')).toEqual({ status: 0, said: expect.stringContaining('Restored') });
  const second = await open('second');
  expect((await second.client.execute('SELECT * FROM hoas')).rows).toEqual(hoas);
  expect(await photoIn(second.disk)).toEqual(['image/jpeg', PHOTO]);
  expect(await countOf(second.client, 'rate_limits')).toBe(20_000);
  const pairs = await countOf(second.client, 'outbox');
  const logged = await second.client.execute("SELECT count(*) FROM sync_log WHERE entity = 'pair'");
  expect(logged.rows[0]?.[0]).toBe(pairs);
  expect(pairs).toBeLessThan(written);
  expect(await instanceOf(second.client)).not.toBe(instance);
  const { rows } = await second.client.execute("SELECT seq FROM sqlite_sequence WHERE name = 'sync_log'");
  expect(Number(rows[0]?.seq)).toBeGreaterThan(written);
  expect(await migrate(second.client)).toEqual([]);
});

/** Writes two rows in each commit, and a file that is soon gone, until `ended`. Returns the number of commits. */
const writePairs = async (client: Client, disk: Disk, ended: Promise<unknown>): Promise<number> => {
  let [count, isOver] = [0, false];
  void ended.then(() => {
    isOver = true;
  });
  for (; !isOver; count += 1) {
    const id = uuidv7();
    await storePhoto(disk, `tmp/${id}`);
    await batch(
      client,
      [
        `INSERT INTO outbox (id, hoa_id, kind, payload, idempotency_key, next_at, created_at)
          VALUES ('${id}', 'h', 'fitPlan', '{}', '${id}', '', '')`,
        `INSERT INTO sync_log (hoa_id, audience, entity, entity_id) VALUES ('h', 'all', 'pair', '${id}')`,
      ],
      'write',
    );
    await disk.remove(`tmp/${id}`);
  }
  return count;
};

test('a restoration into a folder that breaks off is not started as an empty app', { timeout: 90_000 }, async () => {
  const dataDir = path('broken');
  mkdirSync(dataDir);
  const cut = markFilling(dataDir, 'restoring', () => Promise.reject(new Error('cut')));
  await expect(cut).rejects.toThrow('cut');
  await expect(takeDataDir(dataDir, await freePorts(2), false)).rejects.toThrow('was interrupted: run it again');
  const { stop } = await filled('first');
  await stop();
  await run('backup', 'first');
  expect((await run('restore', 'broken')).said).toContain('Restored');
  const { client } = await open('broken');
  expect(await countOf(client, 'hoas')).toBe(1);
});
