import { openSocket } from '../../../client/socket.ts';
import { Store } from '../../../sync/client/store.ts';
import { list } from '../../../sync/requests.ts';
import type { Actor } from '../../../sync/tx.ts';

/** Runs in the browser: the app's own store without its screens, and a clock. */

export type Opening = { actor: Actor; token: string };
export type Opened = { first: number; all: number };

let store: Store;
let online = true;
let onRows = (): void => {};
let onOutbox = (): void => {};

const open = ({ actor, token }: Opening) => {
  const post = async (path: string, body: unknown) => {
    if (!online) throw new TypeError('Failed to fetch');
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  store = new Store({
    actor,
    post,
    events: { onRows: () => onRows(), onOutbox: () => onOutbox(), onSync: () => onRows() },
  });
};

const until = (isSo: () => boolean): Promise<number> =>
  new Promise((resolve) => {
    const look = () => {
      if (!isSo()) return;
      onRows = onOutbox = () => {};
      resolve(performance.now());
    };
    onRows = onOutbox = look;
    look();
  });

const requests = () => store.rows('request').size;
const comment = (request_id: string, message = '<p>Somebody will come on Thursday.</p>') => {
  const id = crypto.randomUUID();
  return { id, args: { id, request_id, message, is_public: true } };
};

const bench = {
  /** Opens the store and pulls. Milliseconds until the first rows stand in memory, and until all `count` do. */
  async cold(opening: Opening, count: number): Promise<Opened> {
    const began = performance.now();
    open(opening);
    store.syncNow();
    const first = await until(() => requests() > 0);
    const all = await until(() => requests() >= count && store.sync.phase === 'ready');
    await store.persist();
    return { first: first - began, all: all - began };
  },

  /** The same without a network, from what the device holds. */
  async warm(opening: Opening, count: number): Promise<Opened> {
    const began = performance.now();
    online = false;
    open(opening);
    const first = await until(() => requests() > 0);
    const all = await until(() => requests() >= count);
    online = true;
    return { first: first - began, all: all - began };
  },

  /** Connects the poke socket; resolves once it is open. */
  listen(token: string): Promise<void> {
    return new Promise((resolve) => {
      openSocket({
        group: store.replicache.clientGroupID,
        client: store.replicache.clientID,
        token: async () => token,
        // The first poke is the position at the opening.
        onPoke: (poke) => {
          store.receivePokes([poke]);
          resolve();
        },
        onWake: () => store.syncNow(),
      });
    });
  },

  /** Milliseconds from one change to the rows that show it, and the clock's time (epoch) at which it was made. */
  async change(request_id: string): Promise<{ id: string; took: number; at: number }> {
    const { id, args } = comment(request_id);
    const began = performance.now();
    const seen = until(() => store.rows('requestComment').get(id) !== undefined);
    void store.mutate('addRequestComment', args);
    return { id, took: (await seen) - began, at: performance.timeOrigin + began };
  },

  /** The clock's time (epoch) at which a comment shows here. */
  async sees(id: string): Promise<number> {
    return performance.timeOrigin + (await until(() => store.rows('requestComment').get(id) !== undefined));
  },

  settled: () => until(() => store.outbox.length === 0),

  /** Makes changes offline. Milliseconds a change, and from the connection's return until the server has taken all. */
  async drain(request_id: string, count: number): Promise<{ each: number; drained: number }> {
    online = false;
    const began = performance.now();
    for (let made = 0; made < count; made += 1) await store.mutate('addRequestComment', comment(request_id).args);
    const each = (performance.now() - began) / count;
    await store.persist();
    online = true;
    const back = performance.now();
    store.syncNow();
    return { each, drained: (await until(() => store.outbox.length === 0)) - back };
  },

  /** Milliseconds for each of some searches, filters and orders over the rows in memory: the top 50 of each. */
  filter(times: number): number[] {
    const { all } = store.rows('request');
    const queries = [
      { search: 'fence' },
      { search: 'no. 77', sort: 'oldest' },
      { search: 'pool', status: ['open', 'resolved'] },
      { category: ['Maintenance'], sort: 'oldest' },
      { search: 'l' },
      {},
    ] as const;
    return Array.from({ length: times }, (_, at) => {
      const began = performance.now();
      const top = list.rows(all, queries[at % queries.length]!).slice(0, 50);
      return top.length > 0 ? performance.now() - began : Number.NaN;
    });
  },

  close: () => store.close(),
};

export type Bench = typeof bench;
(globalThis as { bench?: Bench }).bench = bench;
