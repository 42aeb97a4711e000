import { expect, test } from 'vitest';
import { DeviceRows } from '../../sync/client/device-rows.ts';
import type { RowRange } from '../../sync/client/row-tree.ts';
import { SyncStatus } from '../../sync/client/sync-state.ts';
import { Turns } from '../../sync/client/turns.ts';

const ROWS = 1200;

/** A device that holds ROWS rows of each of these; `reads` has the entity of each slice that was read. Calls `onFirst` with
 * the first one. */
const device = (entities: readonly string[], onFirst: () => void) => {
  const reads: string[] = [];
  const rowsAfter = async ({ prefix, after, count }: RowRange) => {
    const entity = prefix.slice(0, -1);
    if (!entities.includes(entity)) return [];
    if (reads.push(entity) === 1) onFirst();
    const first = after === prefix ? 0 : Number(after.slice(prefix.length)) + 1;
    const ids = Array.from({ length: Math.min(count, ROWS - first) }, (_, at) => String(first + at).padStart(5, '0'));
    return ids.map((id) => [prefix + id, { id, created_at: id }] as const);
  };
  const tx = { get: async () => undefined };
  const completed: string[] = [];
  const rows = new DeviceRows({
    replicache: { query: async (read: (from: unknown) => unknown) => read(tx), rowsAfter } as never,
    kv: undefined,
    actor: () => ({ id: 'bea', role: 'board' }) as never,
    status: new SyncStatus({}),
    events: { onComplete: (entity) => completed.push(entity) },
    onRefusals: () => undefined,
  });
  return { rows, reads, completed };
};

test('[SYNC-02] a start reads what the open screen asks for first, the large lists after the others, and then what no screen has asked for', async () => {
  const asked: Promise<void>[] = [];
  const { rows, reads, completed } = device(['address', 'user', 'request', 'requestComment', 'entry'], () => {
    asked.push(rows.load('entry'), rows.load('requestComment'));
  });
  const all = rows.loadAll();
  await expect.poll(() => asked.length).toBe(2);
  await asked[0];
  const [comments, entries] = [Array(3).fill('requestComment'), Array(3).fill('entry')];
  expect(reads.slice(0, 7)).toEqual(['address', ...comments, ...entries]);
  await all;
  expect(completed).toContain('request');
  expect(reads.filter((entity) => entity === 'requestComment')).toHaveLength(3);
  expect(rows.get('requestComment').size).toBe(ROWS);
});

test('readers take turns: who is asked for passes the others, and nobody waits for one who is done', async () => {
  const turns = new Turns();
  const [first, second, third] = ['first', 'second', 'third'].map((name) => ({ name, rank: 1 }));
  const served: string[] = [];
  for (const reader of [first, second, third]) if (reader) turns.add(reader);
  const wait = async (reader = first) => {
    if (!reader) return;
    await turns.of(reader);
    served.push(reader.name);
    turns.remove(reader);
  };
  const waiting = [wait(second), wait(third)];
  Object.assign(third ?? {}, { rank: 0 });
  turns.next();
  await waiting[1];
  expect(served).toEqual(['third']);
  await wait(first);
  await Promise.all(waiting);
  expect(served).toEqual(['third', 'first', 'second']);
});
