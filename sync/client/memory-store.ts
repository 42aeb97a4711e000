import type { KVRead, KVStore, KVWrite, ReadonlyJSONValue } from 'replicache';

type Value = ReadonlyJSONValue;
/** What has been written, by key; undefined where it was deleted. */
export type Changes = ReadonlyMap<string, Value | undefined>;
type Look = (key: string) => Promise<Value | undefined>;

/** A store that lasts as long as the page, over what can still be read of the device. */
export class MemoryStore implements KVStore {
  closed = false;
  #written: Changes = new Map();
  #writing: Promise<void> = Promise.resolve();
  readonly #look: Look;

  constructor(look: Look) {
    this.#look = look;
  }

  async read(): Promise<KVRead> {
    return new Reading(this.#written, this.#look);
  }

  /** One after the other. */
  async write(): Promise<KVWrite> {
    const before = this.#writing;
    let end = () => {};
    this.#writing = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    return new Writing(this.#written, this.#look, (changes) => this.take(changes), end);
  }

  /** Writes without waiting. Who reads goes on seeing what stood when they began. */
  take(changes: Changes): void {
    this.#written = new Map([...this.#written, ...changes]);
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

class Reading implements KVRead {
  closed = false;
  readonly #written: Changes;
  readonly #look: Look;

  constructor(written: Changes, look: Look) {
    this.#written = written;
    this.#look = look;
  }

  async has(key: string): Promise<boolean> {
    return (await this.get(key)) !== undefined;
  }

  async get(key: string): Promise<Value | undefined> {
    return this.#written.has(key) ? this.#written.get(key) : this.#look(key);
  }

  release(): void {
    this.closed = true;
  }
}

class Writing extends Reading implements KVWrite {
  readonly #changes = new Map<string, Value | undefined>();
  readonly #commit: (changes: Changes) => void;
  readonly #end: () => void;

  constructor(written: Changes, look: Look, commit: (changes: Changes) => void, end: () => void) {
    super(written, look);
    this.#commit = commit;
    this.#end = end;
  }

  override async get(key: string): Promise<Value | undefined> {
    return this.#changes.has(key) ? this.#changes.get(key) : super.get(key);
  }

  async put(key: string, value: Value): Promise<void> {
    this.#changes.set(key, value);
  }

  async del(key: string): Promise<void> {
    this.#changes.set(key, undefined);
  }

  async commit(): Promise<void> {
    this.#commit(this.#changes);
  }

  override release(): void {
    super.release();
    this.#end();
  }
}
