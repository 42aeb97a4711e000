import { getDefaultStore } from 'jotai';
import { dropDatabase } from 'replicache';
import type { Entity } from '../../schema/rows.ts';
import { Collection } from '../../sync/client/collection.ts';
import type { Post } from '../../sync/client/post.ts';
import { Store } from '../../sync/client/replicated-store.ts';
import { INITIAL_SYNC } from '../../sync/client/sync-state.ts';
import type { Actor } from '../../sync/tx.ts';
import { listUploads, onUploads, resumeUploads, startUploads } from '../files/pending-uploads.ts';
import { local } from '../ui/local-storage.ts';
import { getToken, post } from './api.ts';
import { OutboxIndex } from './outbox-index.ts';
import { openSocket, overSocket, type PokeSocket } from './socket.ts';
import { measureSpace } from './space.ts';
import {
  changesAtom,
  completeAtom,
  outboxSizeAtom,
  rowsAtoms,
  saveIn,
  storeAtom,
  syncAtom,
  uploadsAtom,
} from './store.ts';

const jotai = getDefaultStore();

const refreshUploads = async (user_id: string): Promise<void> => {
  const items = await listUploads(user_id);
  if (jotai.get(storeAtom)?.actor.id === user_id) jotai.set(uploadsAtom, items);
};

let active: { store: Store; reconnect(): void; close(): void } | undefined;

export const openStore = (actor: Actor): void => {
  if (active?.store.actor.id === actor.id) {
    const hasNewRole = active.store.actor.role !== actor.role;
    active.store.actor = actor;
    // The server admitted the socket for the earlier role.
    if (hasNewRole) active.reconnect();
    return;
  }
  void closeStore();
  let socket: PokeSocket | undefined;
  const store = storeInAtoms(
    actor,
    overSocket(() => socket, post),
  );
  jotai.set(storeAtom, store);
  void refreshUploads(actor.id);
  socket = connect(store);
  const stops = [
    startUploads(actor.id, (name, args) => saveIn(store, name, args)),
    keepSynced(store, () => socket),
    () => socket?.close(),
    onUploads(() => void refreshUploads(actor.id)),
  ];
  active = {
    store,
    reconnect: () => {
      socket?.close();
      socket = connect(store);
    },
    close: () => {
      for (const stop of stops) stop();
    },
  };
};

/** The store of `actor`, whose rows and outbox the atoms follow. */
const storeInAtoms = (actor: Actor, send: Post): Store => {
  const { index } = jotai.get(changesAtom);
  const store: Store = new Store({
    actor,
    post: timed(send, actor.id),
    events: {
      onRows: (entity) => jotai.set(rowsAtoms[entity] as never, store.rows(entity) as never),
      onComplete: (entity) => jotai.set(completeAtom, (all) => new Set([...all, entity])),
      onSync: (sync) => jotai.set(syncAtom, sync),
      onOutbox: (change) => {
        index.apply(change);
        jotai.set(changesAtom, { index });
      },
    },
  });
  return store;
};

const connect = (store: Store): PokeSocket =>
  openSocket({
    group: store.replicache.clientGroupID,
    client: store.replicache.clientID,
    token: getToken,
    onPoke: (poke) => store.receivePokes([poke]),
    onWake: () => store.syncNow(),
  });

/** When this device last received the rows of the server (ISO 8601). */
export const lastSyncOf = (user_id: string): string | null => local.get(SYNCED + user_id);
const SYNCED = 'porchlight.synced/';

const timed =
  (send: Post, user_id: string): Post =>
  async (path, body) => {
    const answer = await send(path, body);
    if (answer.status === 200 && path.endsWith('pull')) local.set(SYNCED + user_id, new Date().toISOString());
    return answer;
  };

export const closeStore = async ({ forget = false } = {}): Promise<void> => {
  if (!active) return;
  const { store, close } = active;
  active = undefined;
  close();
  jotai.set(storeAtom, null);
  for (const entity of Object.keys(rowsAtoms) as Entity[])
    jotai.set(rowsAtoms[entity] as never, new Collection() as never);
  jotai.set(completeAtom, new Set());
  jotai.set(syncAtom, INITIAL_SYNC);
  jotai.set(changesAtom, { index: new OutboxIndex() });
  jotai.set(uploadsAtom, []);
  await store.close();
  // Without storage there is no database.
  if (forget && store.sync.storageFailure !== 'blocked') await dropDatabase(store.replicache.idbName);
};

/** Tries to send everything within `time` ms. Returns how many changes are still unsent. */
export const flush = async (time: number): Promise<number> => {
  const { store } = active ?? {};
  if (!store) return 0;
  await refreshUploads(store.actor.id);
  store.syncNow();
  const end = Date.now() + time;
  while (countWaiting() > 0 && Date.now() < end && (store.sync.online || !store.isLoaded))
    await new Promise((resolve) => setTimeout(resolve, 50));
  return countWaiting();
};

/** At least one until the outbox has loaded, so that unsent changes are never overlooked. */
export const countWaiting = (): number => Math.max(jotai.get(outboxSizeAtom), active && !active.store.isLoaded ? 1 : 0);

const PULL_INTERVAL_MS = 60_000;
const SAFETY_MINUTES = 5;

/** Pulls at start and on reconnection; without an open socket also on focus
 * and every 60 s while visible. */
const keepSynced = (store: Store, socket: () => PokeSocket | undefined): (() => void) => {
  const wake = () => {
    store.syncNow();
    void measureSpace();
    void resumeUploads();
  };
  const whenVisible = () => document.visibilityState === 'visible' && (socket()?.isOpen() ? socket()?.check() : wake());
  let minutes = 0;
  const timer = setInterval(() => {
    minutes += 1;
    // A poke is lost if the server is killed between a commit and its poke.
    if (minutes % SAFETY_MINUTES === 0 && document.visibilityState === 'visible') wake();
    else whenVisible();
  }, PULL_INTERVAL_MS);
  const onOffline = () => jotai.set(syncAtom, { ...store.sync, online: false });
  // The store emits no event if no call has failed meanwhile.
  const onOnline = () => {
    jotai.set(syncAtom, store.sync);
    wake();
  };
  addEventListener('online', onOnline);
  addEventListener('offline', onOffline);
  addEventListener('focus', whenVisible);
  document.addEventListener('visibilitychange', whenVisible);
  wake();
  return () => {
    clearInterval(timer);
    removeEventListener('online', onOnline);
    removeEventListener('offline', onOffline);
    removeEventListener('focus', whenVisible);
    document.removeEventListener('visibilitychange', whenVisible);
  };
};
