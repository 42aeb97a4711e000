import { Replicache, type WriteTransaction } from 'replicache';
import { type Client, LIMIT, type Query } from '../page/client.ts';
import { expose } from '../page/expose.ts';
import type { UsualRow } from './rows.ts';

/** The usual client: Replicache as it comes, its own IndexedDB store and transport, subscriptions that scan. */
type Session = { user_id: string };

const mutators = {
  updateRequest: async (tx: WriteTransaction, { id, status }: { id: string; status: string }) => {
    const request = await tx.get<UsualRow>(`request/${id}`);
    if (request) await tx.set(`request/${id}`, { ...request, status });
  },
};

const start = ({ user_id }: Session): Client => {
  const replicache = new Replicache({
    name: user_id,
    pushURL: '/api/push',
    pullURL: '/api/pull',
    auth: user_id,
    mutators,
    logLevel: 'error',
  });
  const pullNow = () => void replicache.pull({ now: true });
  listen(pullNow);
  addEventListener('online', () => {
    void replicache.push({ now: true });
    pullNow();
  });

  type Tx = Parameters<Parameters<typeof replicache.query>[0]>[0];
  const find = async (tx: Tx, query: Query) => {
    const rows = await tx.scan<UsualRow>({ prefix: 'request/' }).values().toArray();
    return rows.filter(matches(query)).sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  };
  return {
    query: (query) => replicache.query(async (tx) => (await find(tx, query)).slice(0, LIMIT)),
    subscribeList: (query, listener) =>
      replicache.subscribe(
        async (tx) => {
          const rows = await find(tx, query);
          return { rows: rows.slice(0, LIMIT), count: rows.length };
        },
        ({ rows, count }) => listener(rows, count),
      ),
    subscribeRow: (id, listener) =>
      replicache.subscribe(
        async (tx) => (await tx.get<UsualRow>(`request/${id}`)) ?? null,
        (row) => listener(row ?? undefined),
      ),
    update: (id, status) => replicache.mutate.updateRequest({ id, status }),
    countPending: async () => (await replicache.experimentalPendingMutations()).length,
  };
};

const matches = ({ search, status }: Query) => {
  const term = search?.toLowerCase();
  return (row: UsualRow) =>
    (status === undefined || row.status === status) && (term === undefined || row.title.toLowerCase().includes(term));
};

/** Pulls at each poke and each (re)connection. */
const listen = (pull: () => void): void => {
  let socket: WebSocket | undefined;
  const connect = () => {
    socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/poke`);
    socket.onopen = socket.onmessage = pull;
    socket.onclose = () => setTimeout(() => navigator.onLine && connect(), 1000);
  };
  addEventListener('online', () => socket?.readyState === WebSocket.CLOSED && connect());
  connect();
};

expose(start);
