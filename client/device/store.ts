import { atom, getDefaultStore, type PrimitiveAtom, useAtomValue } from 'jotai';
import { useEffect, useSyncExternalStore } from 'react';
import { dropDatabase } from 'replicache';
import type { Entity, Rows } from '../../schema/rows.ts';
import { Collection } from '../../sync/client/collection.ts';
import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import { Store } from '../../sync/client/store.ts';
import { INITIAL_SYNC, type SyncState } from '../../sync/client/sync-state.ts';
import type { Post } from '../../sync/client/transport.ts';
import { ENTITY_NAMES } from '../../sync/index.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { type Actor, Refusal } from '../../sync/tx.ts';
import { listUploads, onUploads, resumeUploads, startUploads } from '../files/pending-uploads.ts';
import { local } from '../ui/local-storage.ts';
import { getToken, post } from './api.ts';
import { isOnline } from './http.ts';
import { OutboxIndex, type OutboxLine } from './outbox-index.ts';
import { openSocket, overSocket, type PokeSocket } from './socket.ts';
import { measureSpace } from './space.ts';

const jotai = getDefaultStore();

export const storeAtom = atom<Store | null>(null);
export const rowsAtoms = Object.fromEntries(
  ENTITY_NAMES.map((entity) => [entity, atom(new Collection())]),
) as unknown as { [E in Entity]: PrimitiveAtom<Collection<Rows[E]>> };
export const syncAtom = atom<SyncState>(INITIAL_SYNC);
/** A new object for each change of the index. */
const changesAtom = atom({ index: new OutboxIndex() });
/** Files that wait to be uploaded. */
const uploadsAtom = atom<readonly OutboxItem[]>([]);
const outboxSizeAtom = atom((get) => get(changesAtom).index.size + get(uploadsAtom).length);
export const inMemoryAtom = atom((get) => get(changesAtom).index.inMemory);
const refusedChangesAtom = atom((get) => get(changesAtom).index.refused);
const refusedAtom = atom((get) => [...get(refusedChangesAtom), ...get(uploadsAtom).filter(({ message }) => message)]);

/** Rows that are not read at start come a moment later: see `useStored`. */
export const useRows = <E extends Entity>(entity: E): Collection<Rows[E]> => {
  const store = useAtomValue(storeAtom);
  useEffect(() => void store?.load(entity), [store, entity]);
  return useAtomValue(rowsAtoms[entity]);
};

/** Outside of components: what is in memory now. */
export const rowsNow = <E extends Entity>(entity: E): Collection<Rows[E]> => jotai.get(rowsAtoms[entity]);

/** The entities whose rows are all in memory. */
export const completeAtom = atom<ReadonlySet<Entity>>(new Set<Entity>());

/** True if all rows of these entities are in memory, so that what is counted over them may be shown. */
export const useAreComplete = (entities: readonly Entity[]): boolean => {
  const complete = useAtomValue(completeAtom);
  return entities.every((entity) => complete.has(entity));
};

/** How many rows of an entity this device holds, and whether all of them are in memory. */
export const useStored = (entity: Entity): { count: number; isComplete: boolean } => {
  const { size } = useRows(entity);
  const store = useAtomValue(storeAtom);
  const isComplete = useAtomValue(completeAtom).has(entity);
  return { count: isComplete ? size : (store?.count(entity) ?? 0), isComplete };
};
export const useSync = (): SyncState => useAtomValue(syncAtom);

/** True if a screen made of several entities has rows to show: at least the first that this device keeps. */
export const useHasRows = (): boolean => {
  useAtomValue(rowsAtoms.hoa);
  const hasFirstRows = useAtomValue(storeAtom)?.hasFirstRows ?? false;
  return useSync().phase === 'ready' || hasFirstRows;
};

/** True when the browser has a connection and the last call reached the server. */
export const useOnline = (): boolean => {
  const { online } = useSync();
  return useSyncExternalStore(onConnectionChange, isOnline) && online;
};
const onConnectionChange = (listener: () => void): (() => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** Changes and files that the server has not accepted. */
export const useOutboxSize = (): number => useAtomValue(outboxSizeAtom);
export const hasUnstoredChanges = (): boolean => jotai.get(inMemoryAtom) > 0;

/** Changes that a crash can lose. */
export const useInMemory = (): number => useAtomValue(inMemoryAtom);
/** Changes and files that the server has refused. */
export const useRefused = (): readonly OutboxItem[] => useAtomValue(refusedAtom);
export const useOutboxIndex = (): { index: OutboxIndex } => useAtomValue(changesAtom);
export const useUploads = (): readonly OutboxItem[] => useAtomValue(uploadsAtom);

/** The first lines of the outbox: refused changes, then those that wait, then files; and how many there are. */
export const useOutboxLines = (count: number): { lines: readonly OutboxLine[]; total: number } => {
  const { index } = useAtomValue(changesAtom);
  const files = useAtomValue(uploadsAtom).map((first) => ({ key: first.id, first, size: 1 }));
  return { lines: [...index.lines(count), ...files].slice(0, count), total: index.lineCount + files.length };
};

/** Applies the change and queues it for the server. Resolves when it is stored on the device, so that it survives a
 * crash. Throws Refusal. */
export const save = async (name: MutatorName, args: object): Promise<void> => {
  const store = jotai.get(storeAtom);
  if (!store) throw new Refusal('forbidden', 'You are signed out');
  await saveIn(store, name, args);
};
/** As `save`, but resolves once the screens show it: what a crash in the next moment would lose, one would type again. */
export const saveSoon = async (name: MutatorName, args: object): Promise<void> => {
  const store = jotai.get(storeAtom);
  if (!store) throw new Refusal('forbidden', 'You are signed out');
  await store.mutate(name, args);
};
/** As `save`, for several changes in their order. */
export const saveAll = async (changes: readonly { mutation: MutatorName; args: object }[]): Promise<void> => {
  const store = jotai.get(storeAtom);
  if (!store) throw new Refusal('forbidden', 'You are signed out');
  await store.mutateAll(changes);
  await store.saved();
};
const saveIn = async (store: Store, name: MutatorName, args: object): Promise<void> => {
  await store.mutate(name, args);
  await store.saved();
};

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
  const { index } = jotai.get(changesAtom);
  const store = new Store({
    actor,
    post: timed(
      overSocket(() => socket, post),
      actor.id,
    ),
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
  jotai.set(storeAtom, store);
  void refreshUploads(actor.id);
  const { clientGroupID, clientID } = store.replicache;
  const connect = () =>
    openSocket({
      group: clientGroupID,
      client: clientID,
      token: getToken,
      onPoke: (poke) => store.receivePokes([poke]),
      onWake: () => store.syncNow(),
    });
  socket = connect();
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
      socket = connect();
    },
    close: () => {
      for (const stop of stops) stop();
    },
  };
};

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
