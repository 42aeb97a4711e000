import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { filesIn } from '../../local/data-dir.ts';
import { startDatabase } from '../../local/database.ts';
import { migrate } from '../../local/migrate.ts';
import { ROOT } from '../../local/paths.ts';
import { freePort } from '../../local/ports.ts';
import { Processes } from '../../local/processes.ts';
import { Disk } from '../../local/s3/disk.ts';
import { seed } from '../../local/seed.ts';

const seedDecade = async (dataDir: string): Promise<void> => {
  const processes = new Processes(() => undefined);
  const { client } = await startDatabase(processes, { port: await freePort(), dataDir, durability: 'off' });
  const disk = new Disk(filesIn(dataDir));
  const put = async (key: string, bytes: Uint8Array, type: string) => {
    await disk.put(key, Readable.from([bytes]), { 'content-type': type }, () => undefined);
  };
  await migrate(client);
  await seed({ db: client, now: new Date(), size: 'decade', files: { put } });
  client.close();
  await processes.stop();
};

test('ten years of a 400-home HOA are backed up, restored into an empty folder and found good', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-drill-'));
  const run = (dataDir: string, ...words: string[]) => {
    const env = { ...process.env, DATA_DIR: join(folder, dataDir) };
    const args = [join(ROOT, 'local', 'bootstrap.mjs'), ...words];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    return { status, said: `${stdout}${stderr}` };
  };
  await seedDecade(join(folder, 'first'));
  const archive = join(folder, 'drill.tgz');
  expect(run('first', 'backup', archive)).toEqual({ status: 0, said: expect.stringContaining('Saved') });
  expect(run('second', 'restore', archive)).toEqual({ status: 0, said: expect.stringContaining('Restored') });
  expect(run('second', 'doctor')).toEqual({ status: 0, said: expect.stringContaining('ledger: good') });
  rmSync(folder, { recursive: true, force: true });
}, 900_000);
