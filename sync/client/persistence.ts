import type { MutatorDefs } from 'replicache';
import { Refusal } from '../tx.ts';
import type { RecoveringReplicache } from './client-groups.ts';
import type { DeviceRows } from './device-rows.ts';
import { type StorageFailure, storageFailureOf } from './device-store.ts';
import type { Outbox } from './outbox.ts';
import type { SyncStatus } from './sync-state.ts';

const RETRY_MS = 5000;
/** Rows from the server can be pulled again, so their write may wait. */
const QUIET_MS = 400;
/** A first sync is stored once it is complete. Where its pages come slowly, storing each of them would make them slower; one that
 * is interrupted is stored after this pause. */
const INTERRUPTED_MS = 3000;
/** The first screen of the next start is looked up among all rows, so once for many changes within this time. */
const KEEP_MS = 1000;

type PersistenceOptions = {
  replicache: RecoveringReplicache<MutatorDefs>;
  outbox: Outbox;
  status: SyncStatus;
  rows: DeviceRows;
  detach(work: Promise<unknown>): void;
};

/** Runs one write at a time. */
export class Persistence {
  readonly #options: PersistenceOptions;
  #writing: Promise<void> | undefined;
  #isWriteDue = false;
  #isStopped = false;
  #isInMemory = false;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #keptAt = -KEEP_MS;
  #waiters: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PersistenceOptions) {
    this.#options = options;
  }

  persist(): Promise<void> {
    if (this.#writing) {
      this.#isWriteDue = true;
      return this.#writing;
    }
    this.#writing = this.#write().finally(() => {
      this.#writing = undefined;
      if (this.#isWriteDue && !this.#isStopped) this.#options.detach(this.persist());
      this.#isWriteDue = false;
    });
    return this.#writing;
  }

  persistSoon(after = this.#pause()): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#options.detach(this.persist()), after);
  }

  #pause(): number {
    return this.#options.status.state.phase === 'first' ? INTERRUPTED_MS : QUIET_MS;
  }

  /** Resolves when a crash can no longer lose the newest mutation. Throws Refusal if this is stopped first. */
  async saved(): Promise<void> {
    const { replicache, outbox, status } = this.#options;
    const newest = replicache.lastMutationID;
    await this.persist();
    while (!outbox.isSafe(newest)) {
      if (this.#isStopped) throw new Refusal('forbidden', 'You are signed out');
      await (status.state.storageFailure
        ? new Promise<void>((resolve) => this.#waiters.push(resolve))
        : this.persist());
    }
  }

  /** To be called when mutations have become safe. */
  resolveWaiters(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  stayInMemory(storageFailure: StorageFailure): void {
    this.#isInMemory = true;
    this.#options.status.set({ storageFailure });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.resolveWaiters();
    clearTimeout(this.#timer);
    await this.#writing?.catch(() => undefined);
    if (this.#keeping) await this.#keepFirstScreen();
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    const { replicache, outbox, status } = this.#options;
    const upTo = replicache.lastMutationID;
    const storageFailure = await replicache.persist().then(() => null, storageFailureOf);
    if (this.#isStopped || this.#isInMemory) return;
    status.set({ storageFailure });
    if (storageFailure) return this.persistSoon(RETRY_MS);
    outbox.markStored(upTo);
    clearTimeout(this.#keeping);
    const wait = Math.max(0, this.#keptAt + KEEP_MS - performance.now());
    this.#keeping = setTimeout(() => this.#options.detach(this.#keepFirstScreen()), wait);
  }

  async #keepFirstScreen(): Promise<void> {
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
    this.#keptAt = performance.now();
    await this.#options.rows.keepFirstScreen();
  }
}
