import { IDBNotFoundError, type KVRead, type KVStore, type KVWrite, type ReadonlyJSONValue } from 'replicache';
import { type Changes, MemoryStore } from './memory-store.ts';

/** The object store that Replicache's own IndexedDB has, so that either may open what the other has written. */
const CHUNKS = 'chunks';
type Value = ReadonlyJSONValue;
type Known = Map<string, Value>;

/** Why the device keeps nothing: it is full, or the browser lets no site store anything. */
export type Unkept = 'full' | 'blocked';

/** Replicache's IndexedDB, with all its chunks read in one go when it opens: asked for one by one, as Replicache does,
 * 10,000 rows take three times as long. A device that does not even take the first write is read as far as it can be,
 * and the rest happens in memory: `onUnkept` says so. */
export const deviceStore = (onUnkept: (why: Unkept) => void) => ({
  create: (name: string): KVStore => new DeviceStore(name, onUnkept),
  drop: async (name: string): Promise<void> => void (await answerOf(indexedDB.deleteDatabase(name))),
});

/** Why a write failed. */
export const unkeptBy = (error: unknown): Unkept =>
  error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'blocked';

/** How long the chunks read ahead are kept, in milliseconds: Replicache has asked for all of them long before. */
const AHEAD_MS = 5000;

class DeviceStore implements KVStore {
  closed = false;
  readonly #known: Known = new Map();
  readonly #onUnkept: (why: Unkept) => void;
  /** Whether the device has taken a write. */
  #isKept = false;
  #memory: MemoryStore | undefined;
  #db: Promise<IDBDatabase>;

  constructor(name: string, onUnkept: (why: Unkept) => void) {
    this.#onUnkept = onUnkept;
    this.#db = open(name).then(async (db) => {
      await readAhead(db, this.#known);
      setTimeout(() => this.#known.clear(), AHEAD_MS);
      return db;
    });
    this.#db.catch((error) => this.#goOnInMemory(error, async () => undefined));
  }

  async read(): Promise<KVRead> {
    await this.#db.catch(() => undefined);
    return this.#memory ? this.#memory.read() : this.#begin((db) => new Reading(db.transaction(CHUNKS), this.#known));
  }

  async write(): Promise<KVWrite> {
    await this.#db.catch(() => undefined);
    if (this.#memory) return this.#memory.write();
    const options = { durability: 'relaxed' } as const;
    const commit = (tx: IDBTransaction, changes: Changes) => this.#commit(tx, changes);
    return this.#begin((db) => new Writing(db.transaction(CHUNKS, 'readwrite', options), this.#known, commit));
  }

  async #commit(tx: IDBTransaction, changes: Changes): Promise<void> {
    try {
      await put(tx, changes);
      this.#isKept = true;
    } catch (error) {
      if (this.#isKept || this.closed) throw error;
      this.#goOnInMemory(error, (key) => this.#lookUp(key)).take(changes);
    }
  }

  #goOnInMemory(error: unknown, look: (key: string) => Promise<Value | undefined>): MemoryStore {
    this.#memory ??= new MemoryStore(look);
    this.#onUnkept(unkeptBy(error));
    return this.#memory;
  }

  async #lookUp(key: string): Promise<Value | undefined> {
    const reading = await this.#begin((db) => new Reading(db.transaction(CHUNKS), this.#known));
    return reading.get(key);
  }

  async close(): Promise<void> {
    this.closed = true;
    (await this.#db.catch(() => undefined))?.close();
  }

  /** Begins a transaction, over a new connection where the browser has closed the old one. Never answers once this store
   * is closed: what Replicache still does in the background would throw where nobody catches it.
   * Throws IDBNotFoundError where the database is gone: Replicache then starts over. */
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

class Reading implements KVRead {
  closed = false;
  protected readonly tx: IDBTransaction;
  readonly #known: Known;

  constructor(tx: IDBTransaction, known: Known) {
    this.tx = tx;
    this.#known = known;
  }

  async has(key: string): Promise<boolean> {
    return (await answerOf(this.tx.objectStore(CHUNKS).count(key))) > 0;
  }

  async get(key: string): Promise<Value | undefined> {
    const known = this.#known.get(key);
    // A chunk that refers to no other has no entry for that.
    const isLeaf = key.endsWith('/m') && this.#known.has(`${key.slice(0, -1)}d`);
    return frozen(
      known ?? (isLeaf ? undefined : await answerOf<Value | undefined>(this.tx.objectStore(CHUNKS).get(key))),
    );
  }

  release(): void {
    this.closed = true;
  }
}

class Writing extends Reading implements KVWrite {
  readonly #changes = new Map<string, Value | undefined>();
  readonly #commit: (tx: IDBTransaction, changes: Changes) => Promise<void>;

  constructor(tx: IDBTransaction, known: Known, commit: (tx: IDBTransaction, changes: Changes) => Promise<void>) {
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

/** Replicache's development build insists on it; the one that people use does not look. */
const frozen = <T>(value: T): T => (process.env.NODE_ENV === 'production' ? value : deepFrozen(value));

const deepFrozen = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFrozen(part);
  return Object.freeze(value);
};

const open = async (name: string, create = true): Promise<IDBDatabase> => {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => {
    if (create) request.result.createObjectStore(CHUNKS);
    else request.transaction?.abort();
  };
  return answerOf(request).then(
    (db) => {
      db.onversionchange = () => db.close();
      return db;
    },
    (error) => {
      throw create ? error : new IDBNotFoundError(`Replicache IndexedDB not found: ${name}`);
    },
  );
};

/** Takes what chunks hold and refer to, which never changes under their hash. How often a chunk is referred to does. */
const readAhead = async (db: IDBDatabase, known: Known): Promise<void> => {
  const store = db.transaction(CHUNKS).objectStore(CHUNKS);
  const all = IDBKeyRange.bound('c/', 'c0');
  const [keys, values] = await Promise.all([answerOf(store.getAllKeys(all)), answerOf<Value[]>(store.getAll(all))]);
  keys.forEach((key, at) => {
    if (/\/[dm]$/.test(String(key))) known.set(String(key), values[at]!);
  });
};

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
