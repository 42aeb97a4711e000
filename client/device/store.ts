import { atom, getDefaultStore, type PrimitiveAtom, useAtomValue } from 'jotai';
import { useEffect, useSyncExternalStore } from 'react';
import type { Entity, Rows } from '../../schema/rows.ts';
import { Collection } from '../../sync/client/collection.ts';
import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import type { NamedChange, Store } from '../../sync/client/replicated-store.ts';
import { INITIAL_SYNC, type SyncState } from '../../sync/client/sync-state.ts';
import { ENTITY_NAMES } from '../../sync/index.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { Refusal } from '../../sync/tx.ts';
import { isOnline } from './http.ts';
import { OutboxIndex, type OutboxLine } from './outbox-index.ts';

const jotai = getDefaultStore();

export const storeAtom = atom<Store | null>(null);
export const rowsAtoms = Object.fromEntries(
  ENTITY_NAMES.map((entity) => [entity, atom(new Collection())]),
) as unknown as { [E in Entity]: PrimitiveAtom<Collection<Rows[E]>> };
export const syncAtom = atom<SyncState>(INITIAL_SYNC);
/** A new object for each change of the index. */
export const changesAtom = atom({ index: new OutboxIndex() });
/** Files that wait to be uploaded. */
export const uploadsAtom = atom<readonly OutboxItem[]>([]);
export const outboxSizeAtom = atom((get) => get(changesAtom).index.size + get(uploadsAtom).length);
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
export const save = async (name: MutatorName, args: object): Promise<void> => saveIn(openedStore(), name, args);

/** As `save`, but resolves once the screens show it: what a crash in the next moment would lose, one would type again. */
export const saveSoon = async (name: MutatorName, args: object): Promise<void> => openedStore().mutate(name, args);

/** As `save`, for several changes in their order. */
export const saveAll = async (changes: readonly NamedChange[]): Promise<void> => {
  const store = openedStore();
  await store.mutateAll(changes);
  await store.saved();
};

/** As `save`, for several changes that do not need each other. Gives by place what those that failed have thrown. */
export const saveEach = async (changes: readonly NamedChange[]): Promise<unknown[]> => {
  const store = openedStore();
  const errors = await store.mutateEach(changes);
  await store.saved();
  return errors;
};

export const saveIn = async (store: Store, name: MutatorName, args: object): Promise<void> => {
  await store.mutate(name, args);
  await store.saved();
};

const openedStore = (): Store => {
  const store = jotai.get(storeAtom);
  if (!store) throw new Refusal('forbidden', 'You are signed out');
  return store;
};
