import { openSocket, overSocket, type PokeSocket } from '../../../client/device/socket.ts';
import { loadMutators } from '../../../sync/client/mutators.ts';
import type { Post } from '../../../sync/client/post.ts';
import { Store } from '../../../sync/client/replicated-store.ts';
import type { Actor } from '../../../sync/tx.ts';
import { type Client, LIMIT, type Query } from './client.ts';
import { expose } from './expose.ts';

/** The app's own store and socket, put together as in client/device/store.ts, without its screens. */
type Session = { actor: Actor; token: string };

const start = ({ actor, token }: Session): Client => {
  let socket: PokeSocket | undefined;
  const post: Post = async (path, body) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  const rowListeners = new Set<() => void>();
  const onRows = () => {
    for (const listener of rowListeners) listener();
  };
  const store = new Store({
    actor,
    post: overSocket(() => socket, post),
    events: { onRows: (entity) => entity === 'request' && onRows() },
  });
  const syncNow = () => store.syncNow();
  socket = openSocket({
    group: store.replicache.clientGroupID,
    client: store.replicache.clientID,
    token: async () => token,
    onPoke: (poke) => store.receivePokes([poke]),
    onWake: syncNow,
  });
  addEventListener('online', syncNow);
  syncNow();
  // As the app does in idle time, so that they are there offline.
  void store.loaded.then(loadMutators);

  return {
    query: (query) => store.query('request', filtersOf(query), { limit: LIMIT }),
    subscribeList: (query, listener) => {
      const list = store.liveList('request', filtersOf(query), { limit: LIMIT });
      const tell = () => listener(list.current.rows, list.current.count);
      const end = list.subscribe(tell);
      tell();
      return end;
    },
    subscribeRow: (id, listener) => {
      const tell = () => listener(store.rows('request').get(id));
      rowListeners.add(tell);
      tell();
      return () => rowListeners.delete(tell);
    },
    update: (id, status) => store.mutate('updateRequest', { id, status }),
    countPending: () => store.outbox.length,
  };
};

const filtersOf = ({ search, status }: Query) => ({ search, status: status ? [status] : undefined });

expose(start);
