import { IDBNotFoundError, type KVRead, type KVStore, type KVWrite, type ReadonlyJSONValue } from 'replicache';
import { type Changes, MemoryStore } from './memory-store.ts';
import { ReadAhead } from './read-ahead.ts';
import { hasNoRefs, isRefCount, RefCounts, type WriteCounts } from './ref-counts.ts';

/** The name that Replicache's own IndexedDB store uses, so that each can open the other's database. */
const CHUNKS = 'chunks';
type Value = ReadonlyJSONValue;

export type StorageFailure = 'full' | 'blocked';

type DeviceStoreOptions = {
  onFailure(failure: StorageFailure): void;
  /** The durability of the next write: 'strict' ends it once it is on the disk, not with the operating system
   * (https://www.w3.org/TR/IndexedDB/#transaction-durability-hint). */
  durability(): IDBTransactionDurability;
};

/** Replicache's IndexedDB store with chunks read ahead. If the device refuses even the first write, the store continues
 * in memory over what it can still read, and calls `onFailure`. */
export const deviceStore = (options: DeviceStoreOptions) => ({
  create: (name: string): KVStore => new DeviceStore(name, options),
  drop: async (name: string): Promise<void> => void (await resultOf(indexedDB.deleteDatabase(name))),
});

export const storageFailureOf = (error: unknown): StorageFailure =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'blocked';

class DeviceStore implements KVStore {
  closed = false;
  readonly #readAhead = new ReadAhead();
  readonly #refCounts = new RefCounts();
  readonly #options: DeviceStoreOptions;
  #hasWritten = false;
  #memory: MemoryStore | undefined;
  #db: Promise<IDBDatabase>;

  constructor(name: string, options: DeviceStoreOptions) {
    this.#options = options;
    this.#db = open(name);
    this.#db.catch((error) => this.#continueInMemory(error, async () => undefined));
  }

  async read(): Promise<KVRead> {
    await this.#db.catch(() => undefined);
    return this.#memory ? this.#memory.read() : this.#beginRead();
  }

  async write(): Promise<KVWrite> {
    await this.#db.catch(() => undefined);
    if (this.#memory) return this.#memory.write();
    const options = { durability: this.#options.durability() };
    return this.#begin((db) => {
      const tx = db.transaction(CHUNKS, 'readwrite', options);
      const counts = this.#refCounts.begin((key) => resultOf(tx.objectStore(CHUNKS).get(key)));
      return new DeviceWrite(tx, this.#readAhead, counts, (changes) => this.#commit(tx, counts, changes));
    });
  }

  async #commit(tx: IDBTransaction, counts: WriteCounts, changes: Changes): Promise<void> {
    try {
      await put(tx, counts.needed(changes));
      counts.committed(changes);
      this.#hasWritten = true;
    } catch (error) {
      if (this.#hasWritten || this.closed) throw error;
      this.#continueInMemory(error, (key) => this.#lookUp(key)).apply(changes);
    }
  }

  #continueInMemory(error: unknown, readThrough: (key: string) => Promise<Value | undefined>): MemoryStore {
    this.#memory ??= new MemoryStore(readThrough);
    this.#options.onFailure(storageFailureOf(error));
    return this.#memory;
  }

  async #lookUp(key: string): Promise<Value | undefined> {
    return (await this.#beginRead()).get(key);
  }

  async #beginRead(): Promise<DeviceRead> {
    const begin = () => this.#begin((db) => db.transaction(CHUNKS));
    return new DeviceRead(await begin(), begin, this.#readAhead);
  }

  async close(): Promise<void> {
    this.closed = true;
    (await this.#db.catch(() => undefined))?.close();
  }

  /** Reopens the connection if the browser has closed it. Never resolves after close(), because Replicache's background
   * work would leave errors unhandled. Throws IDBNotFoundError if the database is gone; Replicache then starts over. */
  async #begin<Tx>(begin: (db: IDBDatabase) => Tx): Promise<Tx> {
    const db = await this.#db;
    try {
      return begin(db);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      if (this.closed) return new Promise(() => undefined);
      this.#db = open(db.name, false);
      return begin(await this.#db);
    }
  }
}

class DeviceRead implements KVRead {
  closed = false;
  #tx: IDBTransaction;
  readonly #begin: () => Promise<IDBTransaction>;
  readonly #readAhead: ReadAhead;

  constructor(tx: IDBTransaction, begin: () => Promise<IDBTransaction>, readAhead: ReadAhead) {
    this.#tx = tx;
    this.#begin = begin;
    this.#readAhead = readAhead;
  }

  has(key: string): Promise<boolean> {
    return this.#ask(async (chunks) => (await resultOf(chunks.count(key))) > 0);
  }

  async get(key: string): Promise<Value | undefined> {
    await this.#readAhead.settled(key);
    const found = this.#readAhead.found(key);
    const value = found ? found.value : await this.#lookUp(key);
    if (key.endsWith('/m') && Array.isArray(value)) this.#readAhead.start(value, (ahead) => this.#lookUp(ahead));
    return frozen(value);
  }

  release(): void {
    this.closed = true;
  }

  #lookUp(key: string): Promise<Value | undefined> {
    return this.#ask((chunks) => resultOf<Value | undefined>(chunks.get(key)));
  }

  /** IndexedDB ends a transaction that waits for something else, such as a chunk that another one reads ahead. */
  async #ask<Result>(ask: (chunks: IDBObjectStore) => Promise<Result>): Promise<Result> {
    try {
      return await ask(this.#tx.objectStore(CHUNKS));
    } catch (error) {
      if (!hasEnded(error)) throw error;
      this.#tx = await this.#begin();
      return ask(this.#tx.objectStore(CHUNKS));
    }
  }
}

const hasEnded = (error: unknown) =>
  error instanceof DOMException && (error.name === 'TransactionInactiveError' || error.name === 'InvalidStateError');

class DeviceWrite implements KVWrite {
  closed = false;
  readonly #tx: IDBTransaction;
  readonly #readAhead: ReadAhead;
  readonly #counts: WriteCounts;
  readonly #changes = new Map<string, Value | undefined>();
  readonly #commit: (changes: Changes) => Promise<void>;

  constructor(
    tx: IDBTransaction,
    readAhead: ReadAhead,
    counts: WriteCounts,
    commit: (changes: Changes) => Promise<void>,
  ) {
    this.#tx = tx;
    this.#readAhead = readAhead;
    this.#counts = counts;
    this.#commit = commit;
  }

  async has(key: string): Promise<boolean> {
    if (this.#changes.has(key)) return this.#changes.get(key) !== undefined;
    return (await resultOf(this.#tx.objectStore(CHUNKS).count(key))) > 0;
  }

  async get(key: string): Promise<Value | undefined> {
    if (this.#changes.has(key) || hasNoRefs(key, this.#changes)) return this.#changes.get(key);
    if (isRefCount(key)) return this.#counts.get(key);
    const found = this.#readAhead.found(key);
    return frozen(found ? found.value : await resultOf(this.#tx.objectStore(CHUNKS).get(key)));
  }

  async put(key: string, value: Value): Promise<void> {
    this.#changes.set(key, value);
  }

  async del(key: string): Promise<void> {
    this.#changes.set(key, undefined);
  }

  async commit(): Promise<void> {
    if (this.#changes.size > 0) await this.#commit(this.#changes);
  }

  release(): void {
    this.closed = true;
  }
}

const CHUNKS_IN_A_TASK = 100;

/** A first sync writes thousands of chunks, so the page answers between some and the next. */
const put = (tx: IDBTransaction, changes: Changes): Promise<void> =>
  new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error);
    const store = tx.objectStore(CHUNKS);
    const entries = [...changes];
    const putSome = () => {
      let request: IDBRequest | undefined;
      for (const [key, value] of entries.splice(0, CHUNKS_IN_A_TASK))
        request = value === undefined ? store.delete(key) : store.put(value, key);
      if (request && entries.length > 0) request.onsuccess = putSome;
    };
    putSome();
  });

/** Only Replicache's development build requires frozen values. */
const frozen = <T>(value: T): T => (process.env.NODE_ENV === 'production' ? value : deepFrozen(value));

const deepFrozen = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const child of Object.values(value)) deepFrozen(child);
  return Object.freeze(value);
};

const open = async (name: string, create = true): Promise<IDBDatabase> => {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => {
    if (create) request.result.createObjectStore(CHUNKS);
    else request.transaction?.abort();
  };
  return resultOf(request).then(
    (db) => {
      db.onversionchange = () => db.close();
      return db;
    },
    (error) => {
      throw create ? error : new IDBNotFoundError(`Replicache IndexedDB not found: ${name}`);
    },
  );
};

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
