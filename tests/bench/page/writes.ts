/** Fewer writes than this in a transaction are bookkeeping, not rows. */
const MANY = 20;
/** As long after the last large write it is taken for the last one, in milliseconds. */
const QUIET_MS = 4000;
const LOOK_EVERY_MS = 100;

let writing = 0;
let written: number | undefined;

/** Notes when the page's large writes to IndexedDB are complete, whoever makes them. */
export const watchWrites = (): void => {
  const puts = new WeakMap<IDBTransaction, number>();
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
    const count = (puts.get(this.transaction) ?? 0) + 1;
    puts.set(this.transaction, count);
    if (count === MANY) noteEnd(this.transaction);
    return put.apply(this, args);
  };
};

const noteEnd = (transaction: IDBTransaction): void => {
  writing += 1;
  transaction.addEventListener('complete', () => {
    writing -= 1;
    written = performance.now();
  });
  transaction.addEventListener('abort', () => {
    writing -= 1;
  });
};

/** Milliseconds since the navigation at which the last large write after `since` was complete. */
export const untilPersisted = (since: number): Promise<number> =>
  new Promise((resolve) => {
    const timer = setInterval(() => {
      if (writing > 0 || written === undefined || performance.now() < Math.max(written, since) + QUIET_MS) return;
      clearInterval(timer);
      resolve(written);
    }, LOOK_EVERY_MS);
  });
