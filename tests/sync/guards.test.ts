import { expect, test } from 'vitest';
import { guard, guards } from '../../sync/server/queue.ts';
import { ownDatabase } from '../support/own-database.ts';

const own = ownDatabase();

const holds = (sql: string) => ({ sql, args: [] });

test('what holds writes nothing; what does not, or cannot be known, fails the batch', async () => {
  const { db } = own;
  const before = (await db.execute('SELECT total_changes() AS n')).rows[0]?.n;
  await db.batch([guard('1 = ?', [1]), ...guards([holds('TRUE'), holds('count(*) = 0 FROM hoas'), holds('2 > 1')])]);
  expect((await db.execute('SELECT total_changes() AS n')).rows[0]?.n).toBe(before);
  await expect(db.batch([guard('1 = ?', [2])])).rejects.toThrow('sync_guard_moved');
  await expect(db.batch([guard('iif(TRUE, 2, 1)', [])])).rejects.toThrow('sync_guard_taken');
  await expect(db.batch([guard('NULL = 1', [])])).rejects.toThrow('sync_guard.ok');
  await expect(db.batch(guards([holds('TRUE'), holds('FALSE'), holds('TRUE')]))).rejects.toThrow('sync_guard_moved');
  expect((await db.execute('SELECT count(*) AS n FROM sync_guard')).rows[0]?.n).toBe(0);
});

test('a hundred and more are several statements', () => {
  const many = Array.from({ length: 250 }, (_, n) => ({ sql: '? = ?', args: [n, n] }));
  expect(guards(many)).toHaveLength(3);
  expect(guards([])).toEqual([]);
});
