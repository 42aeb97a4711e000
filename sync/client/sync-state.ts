import type { ExperimentalDiff } from 'replicache';
import type { StorageFailure } from './device-store.ts';

/** `phase` is `first` until the rows of this device are in memory and the first sync has ended, with `done` of `total`
 * rows; `total` is 0 while they are read from the device. `failed`: the last pull failed. */
export type SyncState = {
  phase: 'first' | 'ready';
  done: number;
  total: number;
  online: boolean;
  failed: boolean;
  /** The server's sentence on why the last pull must be tried again later. */
  message: string | null;
  /** The server's sentence on why changes must wait. */
  waitingFor: string | null;
  /** The server requires a newer client. */
  outdated: boolean;
  storageFailure: StorageFailure | null;
};

export const INITIAL_SYNC: SyncState = {
  phase: 'first',
  done: 0,
  total: 0,
  online: true,
  failed: false,
  message: null,
  waitingFor: null,
  outdated: false,
  storageFailure: null,
};

/** The key of the row that says how far the first sync is. */
export const PROGRESS = 'meta/sync';
type Progress = Pick<SyncState, 'phase' | 'done' | 'total' | 'failed' | 'message'>;

export type SyncEvents = { onSync?(state: SyncState): void };

/** Calls `onSync` with each new state. */
export class SyncStatus {
  state: SyncState = INITIAL_SYNC;
  readonly #events: SyncEvents;
  #progress: Partial<Progress> = {};
  #isProgressShown = false;

  constructor(events: SyncEvents) {
    this.#events = events;
  }

  set(change: Partial<SyncState>): void {
    const next = { ...this.state, ...change };
    if (JSON.stringify(next) === JSON.stringify(this.state)) return;
    this.state = next;
    this.#events.onSync?.(next);
  }

  /** A start says nothing about pulls before `showProgress`. */
  setProgress(change: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...change };
    if (this.#isProgressShown) this.set(this.#progress);
  }

  /** To be called when the rows of this device are in memory, with the row of `PROGRESS` as it was stored. */
  async showProgress(stored: Promise<unknown>): Promise<void> {
    this.#isProgressShown = true;
    this.setProgress({ ...progressOf(await stored), ...this.#progress });
  }

  /** Returns true if the diff completes the first sync. */
  applyDiff(diff: ExperimentalDiff): boolean {
    const { phase } = this.#progress;
    for (const { key, newValue } of diff as readonly { key: string; newValue?: unknown }[])
      if (key === PROGRESS) this.setProgress(progressOf(newValue));
    return phase !== 'ready' && this.#progress.phase === 'ready';
  }
}

const progressOf = (value: unknown): Omit<Progress, 'failed' | 'message'> => {
  const {
    done = 0,
    total = 0,
    complete = false,
  } = (value ?? {}) as { done?: number; total?: number; complete?: boolean };
  return { phase: complete ? 'ready' : 'first', done, total };
};
