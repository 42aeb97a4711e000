import { type StorageFailure, storageFailureOf } from './device-store.ts';

const RETRY_MS = 5000;
/** Rows from the server can be pulled again, so their write may wait. */
const QUIET_MS = 400;

type PersistenceOptions = {
  write(): Promise<void>;
  /** This client's newest mutation id. */
  newest(): number;
  /** Without a failure, its mutations up to `upTo` are on the device. */
  onWritten(failure: StorageFailure | null, upTo: number): void;
  detach(work: Promise<unknown>): void;
};

/** Runs one write at a time. */
export class Persistence {
  readonly #options: PersistenceOptions;
  #writing: Promise<void> | undefined;
  #isWriteDue = false;
  #isStopped = false;
  #isInMemory = false;
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

  persistSoon(after = QUIET_MS): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#options.detach(this.persist()), after);
  }

  stayInMemory(): void {
    this.#isInMemory = true;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#writing?.catch(() => undefined);
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    const upTo = this.#options.newest();
    const failure = await this.#options.write().then(() => null, storageFailureOf);
    if (this.#isStopped || this.#isInMemory) return;
    if (failure) this.persistSoon(RETRY_MS);
    this.#options.onWritten(failure, upTo);
  }
}
