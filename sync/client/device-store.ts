import { IDBNotFoundError, type KVRead, type KVStore, type KVWrite, type ReadonlyJSONValue } from 'replicache';
import { type Changes, MemoryStore } from './memory-store.ts';

/** The name that Replicache's own IndexedDB store uses, so that each can open the other's database. */
const CHUNKS = 'chunks';
type Value = ReadonlyJSONValue;
type ReadAheadCache = Map<string, Value>;

export type StorageFailure = 'full' | 'blocked';

/** Replicache's IndexedDB store with all chunks read at opening: with one read per chunk, as in Replicache, 10,000 rows
 * take three times as long. If the device refuses even the first write, the store continues in memory over what it can
 * still read, and calls `onFailure`. */
export const deviceStore = (onFailure: (failure: StorageFailure) => void) => ({
  create: (name: string): KVStore => new DeviceStore(name, onFailure),
  drop: async (name: string): Promise<void> => void (await resultOf(indexedDB.deleteDatabase(name))),
});

export const storageFailureOf = (error: unknown): StorageFailure =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'blocked';

/** Replicache reads all chunks within this time. */
const READ_AHEAD_MS = 5000;

class DeviceStore implements KVStore {
  closed = false;
  readonly #readAhead: ReadAheadCache = new Map();
  readonly #onFailure: (failure: StorageFailure) => void;
  #hasWritten = false;
  #memory: MemoryStore | undefined;
  #db: Promise<IDBDatabase>;

  constructor(name: string, onFailure: (failure: StorageFailure) => void) {
    this.#onFailure = onFailure;
    this.#db = open(name).then(async (db) => {
      await readAhead(db, this.#readAhead);
      setTimeout(() => this.#readAhead.clear(), READ_AHEAD_MS);
      return db;
    });
    this.#db.catch((error) => this.#continueInMemory(error, async () => undefined));
  }

  async read(): Promise<KVRead> {
    await this.#db.catch(() => undefined);
    return this.#memory
      ? this.#memory.read()
      : this.#begin((db) => new DeviceRead(db.transaction(CHUNKS), this.#readAhead));
  }

  async write(): Promise<KVWrite> {
    await this.#db.catch(() => undefined);
    if (this.#memory) return this.#memory.write();
    const options = { durability: 'relaxed' } as const;
    const commit = (tx: IDBTransaction, changes: Changes) => this.#commit(tx, changes);
    return this.#begin((db) => new DeviceWrite(db.transaction(CHUNKS, 'readwrite', options), this.#readAhead, commit));
  }

  async #commit(tx: IDBTransaction, changes: Changes): Promise<void> {
    try {
      await put(tx, changes);
      this.#hasWritten = true;
    } catch (error) {
      if (this.#hasWritten || this.closed) throw error;
      this.#continueInMemory(error, (key) => this.#lookUp(key)).apply(changes);
    }
  }

  #continueInMemory(error: unknown, readThrough: (key: string) => Promise<Value | undefined>): MemoryStore {
    this.#memory ??= new MemoryStore(readThrough);
    this.#onFailure(storageFailureOf(error));
    return this.#memory;
  }

  async #lookUp(key: string): Promise<Value | undefined> {
    const reading = await this.#begin((db) => new DeviceRead(db.transaction(CHUNKS), this.#readAhead));
    return reading.get(key);
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
  protected readonly tx: IDBTransaction;
  readonly #readAhead: ReadAheadCache;

  constructor(tx: IDBTransaction, known: ReadAheadCache) {
    this.tx = tx;
    this.#readAhead = known;
  }

  async has(key: string): Promise<boolean> {
    return (await resultOf(this.tx.objectStore(CHUNKS).count(key))) > 0;
  }

  async get(key: string): Promise<Value | undefined> {
    const known = this.#readAhead.get(key);
    // A chunk without references has no `/m` entry.
    const isLeaf = key.endsWith('/m') && this.#readAhead.has(`${key.slice(0, -1)}d`);
    return frozen(
      known ?? (isLeaf ? undefined : await resultOf<Value | undefined>(this.tx.objectStore(CHUNKS).get(key))),
    );
  }

  release(): void {
    this.closed = true;
  }
}

class DeviceWrite extends DeviceRead implements KVWrite {
  readonly #changes = new Map<string, Value | undefined>();
  readonly #commit: (tx: IDBTransaction, changes: Changes) => Promise<void>;

  constructor(
    tx: IDBTransaction,
    known: ReadAheadCache,
    commit: (tx: IDBTransaction, changes: Changes) => Promise<void>,
  ) {
    super(tx, known);
    this.#commit = commit;
  }

  override async has(key: string): Promise<boolean> {
    return this.#changes.has(key) ? this.#changes.get(key) !== undefined : super.has(key);
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
    if (this.#changes.size > 0) await this.#commit(this.tx, this.#changes);
  }
}

const put = (tx: IDBTransaction, changes: Changes): Promise<void> =>
  new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error);
    const store = tx.objectStore(CHUNKS);
    for (const [key, value] of changes) value === undefined ? store.delete(key) : store.put(value, key);
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

/** A chunk's data and references never change under its hash; its reference count does and is not cached. */
const readAhead = async (db: IDBDatabase, known: ReadAheadCache): Promise<void> => {
  const store = db.transaction(CHUNKS).objectStore(CHUNKS);
  const all = IDBKeyRange.bound('c/', 'c0');
  const [keys, values] = await Promise.all([resultOf(store.getAllKeys(all)), resultOf<Value[]>(store.getAll(all))]);
  keys.forEach((key, at) => {
    if (/\/[dm]$/.test(String(key))) known.set(String(key), values[at]!);
  });
};

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
