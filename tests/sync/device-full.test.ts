import type { KVStore } from 'replicache';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MemoryStore } from '../../sync/client/memory-store.ts';
import { Store } from '../../sync/client/replicated-store.ts';
import { call, createContext, type TestContext } from '../support/fixtures.ts';

let ctx: TestContext;
let store: Store;
let full = false;
let online = true;
const kept = new Map<string, MemoryStore>();

/** A device whose writes fail as IndexedDB's do when there is no room. */
const create = (name: string): KVStore => {
  const memory = kept.get(name) ?? new MemoryStore(async () => undefined);
  kept.set(name, memory);
  const write = async () => {
    const writing = await memory.write();
    const commit = writing.commit.bind(writing);
    writing.commit = async () => {
      if (full) throw new DOMException('There is no room', 'QuotaExceededError');
      await commit();
    };
    return writing;
  };
  return { read: () => memory.read(), write, close: async () => undefined, closed: false };
};

beforeEach(async () => {
  [full, online] = [false, true];
  ctx = await createContext();
  store = new Store({
    actor: ctx.rex,
    name: uuidv7(),
    kvStore: { create, drop: async (name) => void kept.delete(name) },
    post: async (path, body) => {
      if (!online) throw new TypeError('fetch failed');
      return call(ctx.app, 'POST', path, body, ctx.rex.token);
    },
  });
  store.syncNow();
  await expect.poll(() => store.sync.phase).toBe('ready');
  await store.persist();
});
afterEach(() => store.close());

const write = (title: string) =>
  store
    .mutate('createRequest', { id: uuidv7(), title, category: 'Other', description: 'One bucket', photo_url: null })
    .then(() => store.saved());

test('[SYNC-06] what a full device does not keep is not called saved before the server has accepted it', async () => {
  [full, online] = [true, false];
  let saved = false;
  const writing = write('Compost').then(() => {
    saved = true;
  });
  await expect.poll(() => store.sync.storageFailure).toBe('full');
  expect(store.outbox).toMatchObject([{ mutation: 'createRequest', state: 'memory' }]);
  expect(saved).toBe(false);
  online = true;
  store.syncNow();
  await writing;
  expect(store.outbox).toEqual([]);
  expect(store.rows('request').all.filter(({ title }) => title === 'Compost')).toHaveLength(1);
});

test('[SYNC-06] once a full device has room again it keeps what was in memory', async () => {
  [full, online] = [true, false];
  const writing = write('Compost');
  await expect.poll(() => store.sync.storageFailure).toBe('full');
  full = false;
  await writing;
  expect(store.outbox).toMatchObject([{ mutation: 'createRequest', state: 'device' }]);
  expect(store.sync.storageFailure).toBeNull();
});

test('[SYNC-06] who leaves while a change is in memory only is not told that it was saved', async () => {
  [full, online] = [true, false];
  const writing = write('Compost');
  await expect.poll(() => store.sync.storageFailure).toBe('full');
  const left = expect(writing).rejects.toMatchObject({ message: 'You are signed out' });
  await store.close();
  await left;
});
