import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { RELEASE } from '../../schema/sync.ts';
import { createContext, testConfig } from '../support/fixtures.ts';
import { ownDatabase } from '../support/own-database.ts';
import { type Recording, recordingClient, replay } from '../support/recorded-statements.ts';
import { tellReleaseStory } from '../support/release-story.ts';
import { createStripeHarness } from '../support/stripe-harness.ts';

const FILE = join(import.meta.dirname, '..', 'fixtures', 'previous-release.json.gz');
const own = ownDatabase();
const damaged = ownDatabase();

/** The tables that no statement of the recording writes. */
const unwrittenTables = async ({ sql }: Recording): Promise<string[]> => {
  const { rows } = await own.db.execute("SELECT name FROM sqlite_master WHERE type = 'table'");
  const names = rows.map(({ name }) => String(name)).filter((name) => !UNWRITTEN.includes(name));
  return names.filter((name) => !sql.some((one) => new RegExp(`(INTO|UPDATE) ${name}\\b`).test(one)));
};
/** SQLite's own, and those that only migrations and a restoration write. */
const UNWRITTEN = ['sqlite_sequence', '__drizzle_migrations', 'sync_instance'];

const record = async (): Promise<Recording> => {
  const { db, recording } = recordingClient(own.db);
  const harness = await createStripeHarness(db);
  const after: Promise<unknown>[] = [];
  const ctx = await createContext({
    db,
    config: { ...testConfig(), stripe: harness.config },
    waitUntil: (work) => void after.push(work.catch(() => undefined)),
  });
  await tellReleaseStory(ctx, harness, () => Promise.all(after));
  await harness.close();
  return recording;
};

/** Recordings of before changes carried their release have none. */
const recorded = async () =>
  JSON.parse(gunzipSync(await readFile(FILE)).toString()) as Recording & { release?: number };

if (process.env.RECORD_RELEASE)
  test('the recording of this release writes every table', async () => {
    const recording = await record();
    expect(await unwrittenTables(recording)).toEqual([]);
    await writeFile(FILE, gzipSync(JSON.stringify({ ...recording, release: RELEASE }), { level: 9 }));
  }, 300_000);
else {
  test('all that the previous release asks of its database comes out the same after the newest migrations', async () => {
    expect(await replay(own.db, await recorded())).toEqual([]);
  }, 60_000);

  test('[SYNC-22] changes are told apart from those of the previous release', async () => {
    expect(RELEASE).toBeGreaterThan((await recorded()).release ?? 1);
  });

  test('a migration that renames a column would be seen', async () => {
    await damaged.db.execute('ALTER TABLE documents RENAME COLUMN title TO headline');
    expect((await replay(damaged.db, await recorded())).join('\n')).toMatch(/no column named title/);
  }, 60_000);
}
