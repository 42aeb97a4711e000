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
export type Progress = Pick<SyncState, 'phase' | 'done' | 'total' | 'failed' | 'message'>;

export const progressOf = (value: unknown): Omit<Progress, 'failed' | 'message'> => {
  const {
    done = 0,
    total = 0,
    complete = false,
  } = (value ?? {}) as { done?: number; total?: number; complete?: boolean };
  return { phase: complete ? 'ready' : 'first', done, total };
};
