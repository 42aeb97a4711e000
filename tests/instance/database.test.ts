import { afterEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../worker/services/database.ts';
import { databaseUrl } from '../support/database.ts';

afterEach(() => vi.restoreAllMocks());

test('many calls at once wait for their turn, and open no more streams than run at once', async () => {
  const send = globalThis.fetch;
  const seen = { running: 0, most: 0, opened: 0 };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    const call = new Request(input as Request, init);
    if (!(await call.clone().text()).includes('"baton"')) seen.opened += 1;
    return send(call).finally(() => {
      seen.running -= 1;
    });
  });
  const db = openDatabase({ DATABASE_URL: databaseUrl() }, 4);
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, at) => db.batch([{ sql: 'SELECT ? AS at', args: [at] }], 'read')),
  );
  expect(answers.map(([result]) => result?.rows[0]?.at)).toEqual(Array.from({ length: 300 }, (_, at) => at));
  expect(seen.most).toBe(4);
  expect(seen.opened).toBeLessThanOrEqual(4);
  db.close();
});

test('a call that fails gives its turn on', async () => {
  const db = openDatabase({ DATABASE_URL: databaseUrl() }, 1);
  await expect(db.execute('SELECT 1 FROM nowhere')).rejects.toThrow('nowhere');
  expect((await db.execute('SELECT 1 AS one')).rows[0]?.one).toBe(1);
  db.close();
});
