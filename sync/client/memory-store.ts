import type { KVRead, KVStore, KVWrite, ReadonlyJSONValue } from 'replicache';

type Value = ReadonlyJSONValue;
export type Changes = ReadonlyMap<string, Value | undefined>;
type ReadThrough = (key: string) => Promise<Value | undefined>;

/** Lasts as long as the page. Unwritten keys are read from the device if it still allows it. */
export class MemoryStore implements KVStore {
  closed = false;
  #written: Changes = new Map();
  #writing: Promise<void> = Promise.resolve();
  readonly #readThrough: ReadThrough;

  constructor(readThrough: ReadThrough) {
    this.#readThrough = readThrough;
  }

  async read(): Promise<KVRead> {
    return new MemoryRead(this.#written, this.#readThrough);
  }

  async write(): Promise<KVWrite> {
    const before = this.#writing;
    let end = () => {};
    this.#writing = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    return new MemoryWrite(this.#written, this.#readThrough, (changes) => this.apply(changes), end);
  }

  apply(changes: Changes): void {
    this.#written = new Map([...this.#written, ...changes]);
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

class MemoryRead implements KVRead {
  closed = false;
  readonly #written: Changes;
  readonly #readThrough: ReadThrough;

  constructor(written: Changes, readThrough: ReadThrough) {
    this.#written = written;
    this.#readThrough = readThrough;
  }

  async has(key: string): Promise<boolean> {
    return (await this.get(key)) !== undefined;
  }

  async get(key: string): Promise<Value | undefined> {
    return this.#written.has(key) ? this.#written.get(key) : this.#readThrough(key);
  }

  release(): void {
    this.closed = true;
  }
}

class MemoryWrite extends MemoryRead implements KVWrite {
  readonly #changes = new Map<string, Value | undefined>();
  readonly #commit: (changes: Changes) => void;
  readonly #end: () => void;

  constructor(written: Changes, readThrough: ReadThrough, commit: (changes: Changes) => void, end: () => void) {
    super(written, readThrough);
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
