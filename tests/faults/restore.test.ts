import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from './client.ts';
import { countOf } from './expectations.ts';
import { openClients, waitUntilSettled } from './run.ts';
import { type FaultyStack, startFaultyStack } from './stack.ts';
import { createRequest, type Work } from './work.ts';

let stack: FaultyStack;
beforeAll(async () => {
  stack = await startFaultyStack();
});
afterAll(() => stack.stop());

const changesOf = (works: Work[]) => works.flatMap(({ client }) => client.changes);
const EACH = 5;
const writeSome = async (works: Work[]): Promise<Change[]> => {
  const before = new Set(changesOf(works));
  for (let time = 0; time < EACH; time += 1) await Promise.all(works.map((work) => createRequest(work)));
  return changesOf(works).filter((change) => !before.has(change));
};

test('[SYNC-11] [SYNC-13] after a restoration of an earlier backup every device heals by itself, and what it held is applied once', async () => {
  const works = await openClients(stack);
  const saved = await writeSome(works);
  await waitUntilSettled(works);
  const archive = join(stack.dataDir, 'yesterday.tar.gz');
  await stack.backUp(archive);
  const since = await writeSome(works);
  await waitUntilSettled(works);
  stack.app.cut();
  const held = await writeSome(works);
  await stack.restore(archive);
  stack.app.restore();
  await waitUntilSettled(works);

  const db = stack.db();
  const counts = (changes: Change[]) => Promise.all(changes.map((change) => countOf(db, change)));
  expect(new Set(await counts(saved))).toEqual(new Set([1]));
  expect(held).toHaveLength(EACH * works.length);
  expect(new Set(await counts(held))).toEqual(new Set([1]));
  expect(Math.max(0, ...(await counts(since)))).toBeLessThanOrEqual(1);
  // No device shows what the server no longer has.
  const { rows } = await db.execute('SELECT id FROM requests');
  const there = new Set(rows.map(({ id }) => id));
  const ghosts = () =>
    works.flatMap(({ client }) => {
      client.store.syncNow();
      return client.store.rows('request').all.filter(({ id }) => !there.has(id));
    });
  await expect.poll(ghosts, { timeout: 60_000 }).toEqual([]);
  db.close();
  await Promise.all(works.map(({ client }) => client.close()));
}, 400_000);
