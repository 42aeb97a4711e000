import { type Client, createClient } from '@libsql/client/web';
import { uuidv7 } from 'uuidv7';
import { afterEach, expect, test } from 'vitest';
import { keepStreams } from '../../worker/services/database-streams.ts';
import { databaseUrl } from '../support/database.ts';
import { required } from '../support/required.ts';

type Sent = { baton?: string; requests: { type: string }[] };

const clients: Client[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

/** A client whose streams stay open; `sent` are the calls that reach the server, `spoilt` gives the next one a baton of nobody. */
const open = (now?: () => number) => {
  const sent: Sent[] = [];
  const line = { sent, spoilt: false, db: undefined as unknown as Client };
  const send: typeof fetch = (input, init) => {
    const body = String(init?.body);
    if (body.startsWith('{')) sent.push(JSON.parse(body) as Sent);
    const { baton } = JSON.parse(body || '{}') as Sent;
    const spoil = line.spoilt && baton !== undefined;
    line.spoilt &&= !spoil;
    return fetch(input, spoil ? { ...init, body: body.replace(required(baton), 'bm9ib2R5') } : init);
  };
  line.db = createClient({ url: databaseUrl(), fetch: keepStreams(send, now) });
  clients.push(line.db);
  return line;
};

const insert = (key: string) => ({
  sql: 'INSERT INTO rate_limits (key, window_start, count) VALUES (?, 1, 1)',
  args: [key],
});
const countOf = async (db: Client, key: string) =>
  (await db.execute({ sql: 'SELECT count(*) FROM rate_limits WHERE key = ?', args: [key] })).rows[0]?.[0];

test('a call goes on with the stream of the one before, and has its own answer', async () => {
  const { db, sent } = open();
  const key = uuidv7();
  await db.batch([insert(key), insert(`${key}/2`), 'SELECT 1'], 'write');
  const [one, two] = await db.batch(['SELECT 1 AS n', 'SELECT 1 AS n'], 'read');
  expect([one?.rows[0]?.n, two?.rows[0]?.n]).toEqual([1, 1]);
  expect(await countOf(db, key)).toBe(1);
  expect(sent.map(({ baton }) => baton !== undefined)).toEqual([false, true, true]);
  expect(sent.flatMap(({ requests }) => requests.filter(({ type }) => type === 'close'))).toEqual([]);
});

test('calls at once have streams of their own', async () => {
  const { db, sent } = open();
  const rows = await Promise.all([1, 2, 3].map((n) => db.execute({ sql: 'SELECT ? AS n', args: [n] })));
  expect(rows.map((answer) => answer.rows[0]?.n)).toEqual([1, 2, 3]);
  await Promise.all([1, 2, 3].map(() => db.execute('SELECT 1')));
  const batons = sent.map(({ baton }) => baton);
  expect(batons.slice(0, 3)).toEqual([undefined, undefined, undefined]);
  expect(new Set(batons.slice(3)).size).toBe(3);
});

test('what is sent on a stream that has ended is done once, on a new one', async () => {
  const line = open();
  await line.db.execute('SELECT 1');
  line.spoilt = true;
  const key = uuidv7();
  await line.db.batch([insert(key)], 'write');
  expect(await countOf(line.db, key)).toBe(1);
  expect(line.sent.map(({ baton }) => baton !== undefined)).toEqual([false, true, false, true]);
});

test('a stream on which something failed is closed, and holds no lock', async () => {
  const { db, sent } = open();
  const key = uuidv7();
  await expect(db.batch([insert(key), 'INSERT INTO sync_guard (ok) VALUES (0)'], 'write')).rejects.toThrow(
    'sync_guard',
  );
  expect(sent.map(({ requests }) => requests.at(-1)?.type).at(-1)).toBe('close');
  expect(await countOf(open().db, key)).toBe(0);
  await open().db.batch([insert(key)], 'write');
  await expect(db.execute('SELECT colour FROM hoas')).rejects.toThrow('no such column');
  expect(await countOf(db, key)).toBe(1);
});

test('a stream that the server has ended by now is not used, and an interactive transaction has its own', async () => {
  let now = Date.now();
  const { db, sent } = open(() => now);
  await db.execute('SELECT 1');
  now += 9000;
  await db.execute('SELECT 1');
  expect(sent.map(({ baton }) => baton)).toEqual([undefined, undefined]);
  const key = uuidv7();
  const transaction = await db.transaction('write');
  await transaction.execute(insert(key));
  expect((await transaction.execute('SELECT 1 AS n')).rows[0]?.n).toBe(1);
  await transaction.rollback();
  expect(await countOf(db, key)).toBe(0);
});
