import { type StorageFailure, storageFailureOf } from './device-store.ts';

const RETRY_MS = 5000;
/** Rows from the server can be pulled again, so they wait for a quiet moment. */
const QUIET_MS = 400;

type PersistenceOptions = {
  write(): Promise<void>;
  /** The keys of the mutations that wait now. */
  pendingKeys(): string[];
  /** Called after each write, with why it failed. */
  onWritten(failure: StorageFailure | null): void;
  /** Runs work that nobody waits for. */
  detach(work: Promise<unknown>): void;
};

/** Writes the store to the device, one write at a time, and knows which mutations are there. */
export class Persistence {
  readonly #options: PersistenceOptions;
  readonly #onDevice = new Set<string>();
  #writing: Promise<void> | undefined;
  #isWriteDue = false;
  #isStopped = false;
  #isInMemory = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PersistenceOptions) {
    this.#options = options;
  }

  has(key: string): boolean {
    return this.#onDevice.has(key);
  }

  /** Resolves once a write is over; a call during a write is followed by another one. */
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

  persistSoon(after = QUIET_MS): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#options.detach(this.persist()), after);
  }

  /** The device takes nothing for as long as this page lasts. */
  giveUp(): void {
    this.#isInMemory = true;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#writing?.catch(() => undefined);
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    const keys = this.#options.pendingKeys();
    const failure = await this.#options.write().then(() => null, storageFailureOf);
    if (this.#isStopped || this.#isInMemory) return;
    if (failure) this.persistSoon(RETRY_MS);
    else for (const key of keys) this.#onDevice.add(key);
    this.#options.onWritten(failure);
  }
}
