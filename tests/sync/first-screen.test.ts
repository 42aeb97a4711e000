import type { KVStore } from 'replicache';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '../../sync/client/memory-store.ts';
import { Store } from '../../sync/client/replicated-store.ts';
import type { Actor } from '../../sync/tx.ts';
import { call, createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { boardMeeting } from '../support/meetings.ts';

type StoreEvents = NonNullable<ConstructorParameters<typeof Store>[0]['events']>;

/** A device that keeps its data when the store is closed, and whose cache can be held back. */
class Disk {
  readonly #kept = new Map<string, MemoryStore>();
  #held: Promise<void> | undefined;
  release = () => {};

  hold(): void {
    this.#held = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  readonly create = (name: string): KVStore => {
    const memory = this.#kept.get(name) ?? new MemoryStore(async () => undefined);
    this.#kept.set(name, memory);
    const read = async () => {
      const reading = await memory.read();
      const get = reading.get.bind(reading);
      reading.get = async (key) => {
        if (!key.startsWith('first/')) await this.#held;
        return get(key);
      };
      return reading;
    };
    return { read, write: () => memory.write(), close: async () => undefined, closed: false };
  };

  readonly drop = async (name: string): Promise<void> => void this.#kept.delete(name);
}

let ctx: TestContext;
let disk: Disk;
let name: string;
const opened: Store[] = [];

const open = (person: Person, { online = true, actor = person as Actor, events = {} as StoreEvents } = {}): Store => {
  const post = async (path: string, body: unknown) => {
    if (!online) throw new TypeError('fetch failed');
    return call(ctx.app, 'POST', path, body, person.token);
  };
  const store = new Store({ actor, name, kvStore: disk, post, events });
  opened.push(store);
  return store;
};

const REQUESTS = 60;

const fill = async (store: Store) => {
  store.syncNow();
  await expect.poll(() => store.sync.phase).toBe('ready');
  for (let number = 1; number <= REQUESTS; number += 1) await file(store, `Request ${number}`);
  await expect.poll(() => store.outbox.length, { timeout: 20_000 }).toBe(0);
};

const file = (store: Store, title: string) =>
  store.mutate('createRequest', { id: uuidv7(), title, category: 'Other', description: 'Again', photo_url: null });

const titles = (store: Store) => store.rows('request').all.map(({ title }) => title);

beforeEach(async () => {
  [ctx, disk, name] = [await createContext(), new Disk(), uuidv7()];
});
afterEach(async () => {
  disk.release();
  await Promise.all(opened.splice(0).map((store) => store.close()));
});

describe('[SYNC-02] a start', () => {
  const restart = async (change: (before: Store) => Promise<void> = async () => undefined) => {
    const before = open(ctx.bea);
    await fill(before);
    await change(before);
    // One that had begun before the change may lack it.
    await before.persist();
    await before.persist();
    const all = titles(before);
    await before.close();
    disk.hold();
    return all;
  };

  test('shows the newest rows and their number before it has read the cache, then all', async () => {
    const all = await restart();
    const after = open(ctx.bea, { online: false });
    await expect.poll(() => titles(after)).toEqual(all.slice(0, 50));
    expect(after.count('request')).toBe(all.length);
    expect(after.isComplete('request')).toBe(false);
    expect(after.sync).toMatchObject({ phase: 'first', failed: false });
    expect(after.rows('user').get(ctx.bea.id)).toBeDefined();
    disk.release();
    await expect.poll(() => after.sync.phase).toBe('ready');
    expect(titles(after)).toEqual(all);
    expect(after.isComplete('request')).toBe(true);
  });

  test('shows the newest as of the last change that is on the device', async () => {
    await restart((before) => file(before, 'The last one'));
    const after = open(ctx.bea, { online: false });
    // Not the first: the server may have dated those before it a moment later.
    await expect.poll(() => titles(after)).toContain('The last one');
  });

  test('shows the meetings, which no list of the device keeps', async () => {
    const { id } = await boardMeeting(ctx);
    await restart();
    const after = open(ctx.bea, { online: false });
    await expect.poll(() => after.rows('meeting').get(id)).toBeDefined();
    expect(after.sync.phase).toBe('first');
  });

  test('shows nothing that was kept for another role', async () => {
    const all = await restart();
    const sizes: number[] = [];
    const after = open(ctx.bea, {
      online: false,
      actor: { ...ctx.bea, role: 'resident' },
      events: { onRows: (entity) => entity === 'request' && sizes.push(after.rows('request').size) },
    });
    disk.release();
    await expect.poll(() => after.sync.phase).toBe('ready');
    expect(sizes).toEqual([all.length]);
  });
});
