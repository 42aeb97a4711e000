import { Replicache, type WriteTransaction } from 'replicache';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Unsaved } from '../schema/rows.ts';
import type { Request } from '../schema/tables/requests.ts';
import { ClientTx } from '../sync/client/tx.ts';
import { transact } from '../sync/server/transact.ts';
import { Refusal, type Tx } from '../sync/tx.ts';
import { writeDeps } from '../worker/transact.ts';
import { createContext, type TestContext } from './support/fixtures.ts';

type Work = (tx: Tx) => Promise<void>;
type Run = (work: Work) => Promise<void>;

const overLibsql = (ctx: TestContext): Run => {
  return async (work) => void (await transact(writeDeps(ctx.deps), ctx.bea, work));
};

const overReplicache = (ctx: TestContext): Run => {
  let work: Work = async () => {};
  const replicache = new Replicache({
    name: uuidv7(),
    kvStore: 'mem',
    pullInterval: null,
    mutators: {
      run: (tx: WriteTransaction) => work(new ClientTx(tx, ctx.bea, new Date().toISOString())),
    },
  });
  return async (given) => {
    work = given;
    await replicache.mutate.run();
  };
};

describe.each([
  ['libSQL', overLibsql],
  ['Replicache', overReplicache],
])('the store contract over %s', (_, open) => {
  let ctx: TestContext;
  let run: Run;
  beforeEach(async () => {
    ctx = await createContext();
    run = open(ctx);
  });

  const row = (over: Partial<Request> = {}): Unsaved<Request> => ({
    id: uuidv7(),
    user_id: ctx.bea.id,
    address_id: null,
    title: 'Lamp',
    description: '<p>Out.</p>',
    category: 'Other',
    status: 'open',
    photo_url: null,
    photo: null,
    assigned_to: null,
    resolution_deadline: null,
    resolution_notes: null,
    history: [],
    created_at: '2026-01-01T00:00:00.000Z',
    ...over,
  });

  const reading = async <T>(read: (tx: Tx) => Promise<T>): Promise<T> => {
    let result: T | undefined;
    await run(async (tx) => {
      result = await read(tx);
    });
    return result as T;
  };

  test('a row that was never put is undefined', async () => {
    expect(await reading((tx) => tx.get('request', uuidv7()))).toBeUndefined();
  });

  test('what a transaction puts it reads at once, and the next one too', async () => {
    const one = row({ history: [{ action: 'a', user_id: 'u', name: 'n', staff: true, timestamp: 't' }] });
    await run(async (tx) => {
      await tx.put('request', one);
      expect(await tx.get('request', one.id)).toMatchObject(one);
    });
    expect(await reading((tx) => tx.get('request', one.id))).toMatchObject(one);
  });

  test('put replaces the whole row', async () => {
    const one = row({ resolution_notes: 'Soon' });
    await run((tx) => tx.put('request', one));
    await run((tx) => tx.put('request', { ...one, title: 'Lantern', resolution_notes: null }));
    expect(await reading((tx) => tx.get('request', one.id))).toMatchObject({
      title: 'Lantern',
      resolution_notes: null,
    });
  });

  test('delete takes a row away, and a row that is not there is no error', async () => {
    const one = row();
    await run((tx) => tx.put('request', one));
    await run(async (tx) => {
      await tx.delete('request', one.id);
      await tx.delete('request', uuidv7());
      expect(await tx.get('request', one.id)).toBeUndefined();
    });
    expect(await reading((tx) => tx.get('request', one.id))).toBeUndefined();
  });

  test('list finds by a field, by id, with what the transaction itself has written', async () => {
    const [a, b, c] = [row({ id: `a1${uuidv7()}` }), row({ id: `b2${uuidv7()}` }), row({ id: `c3${uuidv7()}` })];
    await run(async (tx) => {
      await tx.put('request', c);
      await tx.put('request', a);
    });
    const ids = await reading(async (tx) => {
      await tx.put('request', b);
      await tx.delete('request', c.id);
      return (await tx.list('request', 'user_id', ctx.bea.id)).map(({ id }) => id);
    });
    expect(ids).toEqual([a.id, b.id]);
    expect(await reading((tx) => tx.list('request', 'user_id', 'nobody'))).toEqual([]);
  });

  test('a transaction that refuses leaves nothing behind', async () => {
    const one = row();
    const refusing = run(async (tx) => {
      await tx.put('request', one);
      throw new Refusal('invalid', 'No');
    });
    await expect(refusing).rejects.toThrow('No');
    expect(await reading((tx) => tx.get('request', one.id))).toBeUndefined();
  });

  test('it knows who acts and when', async () => {
    await run(async (tx) => {
      expect(tx.actor).toMatchObject({ id: ctx.bea.id, role: 'board' });
      expect(new Date(tx.now).toISOString()).toBe(tx.now);
    });
  });
});

test('over libSQL, two changes that read the same row never lose one of them', async () => {
  const ctx = await createContext();
  const id = uuidv7();
  await ctx.bea.call('POST', '/api/requests', { title: 'x', description: '<p>x</p>', category: 'Other' });
  await transact(writeDeps(ctx.deps), ctx.bea, async (tx) => {
    const [first] = await tx.list('request', 'user_id', ctx.bea.id);
    await tx.put('request', { ...first!, id, history: [] });
  });
  const append = (n: number) =>
    transact(writeDeps(ctx.deps), ctx.bea, async (tx) => {
      const found = (await tx.get('request', id))!;
      const entry = { action: `n${n}`, user_id: '', name: '', staff: false, timestamp: '' };
      await tx.put('request', { ...found, history: [...found.history, entry] });
    });
  await Promise.all(Array.from({ length: 12 }, (_, n) => append(n)));
  const { body } = await ctx.bea.call('GET', `/api/requests/${id}`);
  expect(body.history).toHaveLength(12);
});
