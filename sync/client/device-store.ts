import { IDBNotFoundError, type KVRead, type KVStore, type KVWrite, type ReadonlyJSONValue } from 'replicache';

/** The object store that Replicache's own IndexedDB has, so that either may open what the other has written. */
const CHUNKS = 'chunks';
const GONE = Symbol();
type Value = ReadonlyJSONValue;
type Known = Map<string, Value>;

/** Replicache's IndexedDB, with all its chunks read in one go when it opens: asked for one by one, as Replicache does,
 * 10,000 rows take three times as long. */
export const deviceStore = {
  create: (name: string): KVStore => new DeviceStore(name),
  drop: async (name: string): Promise<void> => void (await answerOf(indexedDB.deleteDatabase(name))),
};

/** How long the chunks read ahead are kept, in milliseconds: Replicache has asked for all of them long before. */
const AHEAD_MS = 5000;

class DeviceStore implements KVStore {
  closed = false;
  readonly #known: Known = new Map();
  #db: Promise<IDBDatabase>;

  constructor(name: string) {
    this.#db = open(name).then(async (db) => {
      await readAhead(db, this.#known);
      setTimeout(() => this.#known.clear(), AHEAD_MS);
      return db;
    });
  }

  read(): Promise<KVRead> {
    return this.#begin((db) => new Reading(db.transaction(CHUNKS), this.#known));
  }

  write(): Promise<KVWrite> {
    const options = { durability: 'relaxed' } as const;
    return this.#begin((db) => new Writing(db.transaction(CHUNKS, 'readwrite', options), this.#known));
  }

  async close(): Promise<void> {
    this.closed = true;
    (await this.#db).close();
  }

  /** Begins a transaction, over a new connection where the browser has closed the old one.
   * Throws IDBNotFoundError where the database is gone: Replicache then starts over. */
  async #begin<Tx>(begin: (db: IDBDatabase) => Tx): Promise<Tx> {
    const db = await this.#db;
    try {
      return begin(db);
    } catch (error) {
      if (this.closed || !(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
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
  readonly #changes = new Map<string, Value | typeof GONE>();

  override async has(key: string): Promise<boolean> {
    const change = this.#changes.get(key);
    return change === undefined ? super.has(key) : change !== GONE;
  }

  override async get(key: string): Promise<Value | undefined> {
    const change = this.#changes.get(key);
    return change === undefined ? super.get(key) : change === GONE ? undefined : change;
  }

  async put(key: string, value: Value): Promise<void> {
    this.#changes.set(key, value);
  }

  async del(key: string): Promise<void> {
    this.#changes.set(key, GONE);
  }

  commit(): Promise<void> {
    if (this.#changes.size === 0) return Promise.resolve();
    const store = this.tx.objectStore(CHUNKS);
    for (const [key, value] of this.#changes) value === GONE ? store.delete(key) : store.put(value, key);
    return new Promise((resolve, reject) => {
      this.tx.oncomplete = () => resolve();
      this.tx.onerror = this.tx.onabort = () => reject(this.tx.error);
    });
  }
}

/** Replicache's development build insists on it; the one that people use does not look. */
const frozen = <T>(value: T): T => (process.env.NODE_ENV === 'production' ? value : deepFrozen(value));

const deepFrozen = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFrozen(part);
  return Object.freeze(value);
};

const open = (name: string, create = true): Promise<IDBDatabase> => {
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
