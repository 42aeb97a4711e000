import { useAtomValue } from 'jotai';
import { use, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Role } from '../../schema/users.ts';
import { nextTask } from '../../sync/client/next-task.ts';
import type { Store } from '../../sync/client/replicated-store.ts';
import { storeAtom } from '../device/store.ts';
import type { SearchPart } from '../feature.ts';
import { SearchIndex } from './search-index.ts';
import { searchParts } from './sources.ts';

/** The time the index works at once, so that a frame has time for everything else. */
const SLICE_MS = 5;

/** The index over the rows of an open store, made and kept up in slices. */
class LiveIndex {
  readonly index: SearchIndex;
  readonly role: Role;
  /** Raised whenever the index has taken in all that it has heard of, and now and then before. */
  version = 0;
  readonly #listeners = new Set<() => void>();
  #isRunning = false;
  #isUrgent = false;
  /** Ends the notice of changes. */
  readonly stop: () => void;

  constructor(store: Store, parts: readonly SearchPart[]) {
    this.role = store.actor.role;
    const sources = parts.map(({ source }) => source);
    this.index = new SearchIndex({ rows: (entity) => store.rows(entity), viewer: store.actor, sources });
    this.stop = store.watch((keys) => {
      this.index.note(keys);
      void this.#run();
    });
  }

  /** `urgent`: somebody waits for it, so it is not left to idle time. */
  start({ urgent }: { urgent: boolean }): void {
    this.#isUrgent ||= urgent;
    void this.#run();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  async #run() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let slices = 1; this.index.isBehind; slices += 1) {
      await (this.#isUrgent ? nextTask() : idle());
      const end = performance.now() + SLICE_MS;
      this.index.takeIn(() => performance.now() >= end);
      if (slices % NOTIFY_EVERY === 0) this.#notify();
    }
    this.#isRunning = false;
    this.#notify();
  }

  #notify() {
    this.version += 1;
    for (const listener of this.#listeners) listener();
  }
}

const NOTIFY_EVERY = 20;

/** Safari has no idle callbacks. */
const idle = (): Promise<void> =>
  'requestIdleCallback' in globalThis
    ? new Promise((resolve) => requestIdleCallback(() => resolve()))
    : new Promise((resolve) => setTimeout(resolve, 50));

const indexes = new WeakMap<Store, LiveIndex>();

/** One index a store; a new one once the viewer has another role. */
const indexOf = (store: Store, parts: readonly SearchPart[]): LiveIndex => {
  const known = indexes.get(store);
  if (known && known.role === store.actor.role) return known;
  known?.stop();
  const made = new LiveIndex(store, parts);
  indexes.set(store, made);
  return made;
};

/** Makes the index in idle time, before anybody asks for it. */
export const prepareIndex = async (store: Store): Promise<void> =>
  indexOf(store, await searchParts()).start({ urgent: false });

/** The index, and a number that changes with it; null while signed out. */
export const useSearchIndex = (): { index: SearchIndex; version: number } | null => {
  const store = useAtomValue(storeAtom);
  const parts = use(searchParts());
  const live = useMemo(() => (store ? indexOf(store, parts) : null), [store, parts]);
  const version = useSyncExternalStore(live?.subscribe ?? neverChanges, () => live?.version ?? 0);
  useEffect(() => {
    live?.start({ urgent: true });
    // Long texts come into memory only for who searches.
    void store?.load('documentText');
  }, [live, store]);
  return live && { index: live.index, version };
};

const neverChanges = () => () => undefined;
