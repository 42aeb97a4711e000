import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Unsaved } from '../../schema/rows.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Request } from '../../schema/tables/requests.ts';
import { accountIdOf, newAccount } from '../../sync/accounts/entity.ts';
import { entryOf } from '../../sync/ledger/entries.ts';
import type { PatchOperation } from '../../sync/protocol.ts';
import { transact } from '../../sync/server/transact.ts';
import { Refusal, type Tx } from '../../sync/tx.ts';
import { writeDeps } from '../../worker/transact.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';
import { randomOf } from '../support/random.ts';
import { nth, required } from '../support/required.ts';
import { openIndexed, overIndexedReplicache, overLibsql, overReplicache, type Run } from '../support/tx-stores.ts';

const HOME = { address_id: null, opened_on: '2026-01-01', follows: null };
const FINE = {
  kind: 'charge',
  category: 'fine',
  amount_cents: 100,
  effective_on: '2026-01-01',
  due_on: '2026-01-01',
} as const;

describe.each([
  ['libSQL', overLibsql],
  ['Replicache', overReplicache],
  ['Replicache with its rows in memory', overIndexedReplicache],
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
    entry_id: null,
    title: 'Lamp',
    description: '<p>Out.</p>',
    category: 'Other',
    status: 'open',
    photo_url: null,
    photo: null,
    more_photos: null,
    assigned_to: null,
    resolution_deadline: null,
    resolution_notes: null,
    history: [],
    created_at: '2026-01-01T00:00:00.000Z',
    ...over,
  });

  const account = (id: string) => newAccount(id, { ...HOME, holder_ids: [ctx.rex.id] });
  const charge = (id: string) =>
    entryOf(nth(id.split('.'), 0), { ...FINE, id: nth(id.split('.'), 1) }, '2026-01-01T00:00:00.000Z');

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

  test('the entries of an account are found without those of an account whose id begins the same', async () => {
    const [one, other] = [accountIdOf(ctx.rex.id, 0), accountIdOf(ctx.rex.id, 1)];
    const [first, second, foreign] = [`${one}.1`, `${one}.2`, `${other}.1`];
    await run(async (tx) => {
      for (const id of [one, other]) await tx.put('account', account(id));
      for (const id of [second, foreign]) await tx.put('entry', charge(id));
    });
    const found = await reading(async (tx) => {
      await tx.put('entry', charge(first));
      return (await tx.list('entry', 'account_id', one)).map(({ id }) => id);
    });
    expect(found).toEqual([first, second]);
    expect(await reading((tx) => tx.list('entry', 'account_id', one.slice(0, -1)))).toEqual([]);
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
    const first = nth(await tx.list('request', 'user_id', ctx.bea.id), 0);
    await tx.put('request', { ...first, id, history: [] });
  });
  const append = (n: number) =>
    transact(writeDeps(ctx.deps), ctx.bea, async (tx) => {
      const found = required(await tx.get('request', id));
      const entry = { action: `n${n}`, user_id: '', name: '', staff: false, timestamp: '' };
      await tx.put('request', { ...found, history: [...found.history, entry] });
    });
  await Promise.all(Array.from({ length: 12 }, (_, n) => append(n)));
  const { body } = await ctx.bea.call('GET', `/api/requests/${id}`);
  expect(body.history).toHaveLength(12);
});

const SEED = 7;

test(`on a device, list finds what a scan finds, whatever is pulled, rebased or changed at once (seed ${SEED})`, async () => {
  const ctx = await createContext();
  const random = randomOf(SEED);
  const { pick } = random;
  const people = Array.from({ length: 40 }, () => uuidv7());
  const ids = Array.from({ length: 1000 }, () => uuidv7());
  const payment = (id: string) => ({ id, invoice_id: pick(people), created_at: '2026-01-01T00:00:00.000Z' });
  const put = (id: string): PatchOperation => ({ op: 'put', key: `payment/${id}`, value: payment(id) });
  const counts = { indexed: 0, rebased: 0 };
  const device = openIndexed(ctx.bea, async (tx, indexed) => {
    const check = async () => {
      const invoice_id = pick(people);
      const all = (await tx.scan({ prefix: 'payment/' }).values().toArray()) as unknown as Payment[];
      expect(await indexed.list('payment', 'invoice_id', invoice_id)).toEqual(
        all.filter((row) => row.invoice_id === invoice_id),
      );
    };
    if (tx.reason === 'rebase') counts.rebased += 1;
    else if (device.index.lookupFor(tx)('payment', 'invoice_id', pick(people))) counts.indexed += 1;
    await check();
    for (const id of [pick(ids), pick(ids), uuidv7()]) {
      if (random.chance(0.3)) await indexed.delete('payment', id);
      else await indexed.put('payment', payment(id) as unknown as Payment);
    }
    await check();
  });
  await device.pull(ids.map(put));
  for (let step = 0; step < 15; step += 1) {
    const pulled = Array.from({ length: 20 }, () => pick(ids));
    const pull = () =>
      device.pull(pulled.map((id) => (random.chance(0.3) ? { op: 'del', key: `payment/${id}` } : put(id))));
    const work = [() => device.mutate(), () => device.mutate(), pull, () => device.mutate()];
    if (random.chance(0.5)) await Promise.all(work.map((each) => each()));
    else for (const each of work) await each();
  }
  expect(counts.indexed).toBeGreaterThan(10);
  expect(counts.rebased).toBeGreaterThan(10);
  await device.close();
});
