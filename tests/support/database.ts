import { type Client, createClient } from '@libsql/client/web';
import { inject } from 'vitest';
import { retryWhileBusy } from '../../sync/server/retry.ts';
import { DatabaseSocket } from './database-socket.ts';
import { nth } from './required.ts';

/** The database of this worker of vitest, empty but migrated, which its test files share. */
export const databaseUrl = (): string => nth(inject('databaseUrls'), Number(process.env.VITEST_POOL_ID) - 1);

/** A client that uses its connections to the database again. Its writes wait for the lock as the app's do: other files fill the
 * same database, and now and then it makes a checkpoint. */
export const connect = (url = databaseUrl(), fetch = databaseFetch): Client => {
  const client = createClient({ url, fetch });
  const [execute, batch] = [client.execute.bind(client), client.batch.bind(client)];
  return Object.assign(client, {
    execute: (...call: Parameters<Client['execute']>) => retryWhileBusy(() => execute(...call)),
    batch: (...call: Parameters<Client['batch']>) => retryWhileBusy(() => batch(...call)),
  });
};

type Statement = { sql?: string; sql_id?: number };
type Asked = Statement & { type: string; stmt?: Statement; batch?: { steps: { stmt: Statement }[] } };
type Pipeline = { baton?: string; requests: Asked[] };

const sockets = new Map<string, DatabaseSocket>();

/** The server closes a socket on which a larger message comes. */
const LARGEST_MESSAGE = 1_000_000;

/** The fetch of a database client: a call that opens a stream and closes it (Hrana over HTTP, version 2) goes through a
 * socket, whose streams serve the next call. */
export const databaseFetch: typeof fetch = async (input, init) => {
  const call = input instanceof Request && !init ? input : new Request(input, init);
  if (!call.url.endsWith('/pipeline')) return fetch(call);
  const body = await call.text();
  const { baton, requests } = JSON.parse(body) as Pipeline;
  if (baton || requests.at(-1)?.type !== 'close' || body.length > LARGEST_MESSAGE)
    return fetch(call.url, { method: 'POST', headers: call.headers, body });
  const results = await socketTo(call).inStream((ask) => Promise.all(withTexts(requests).map(resultOf(ask))));
  const answer = { baton: null, base_url: null, results };
  // The client asks for no more of a response; a real one would write the rows as text once more.
  return { ok: true, status: 200, headers: new Headers(), json: async () => answer } as Response;
};

const socketTo = ({ url, headers }: Request): DatabaseSocket => {
  const { origin } = new URL(url);
  const known = sockets.get(origin);
  if (known?.isOpen) return known;
  const socket = new DatabaseSocket(origin, headers.get('authorization')?.replace('Bearer ', '') ?? '');
  sockets.set(origin, socket);
  return socket;
};

/** The texts that a stream of HTTP stores are given where they are used: on a socket all streams share their numbers. */
const withTexts = (requests: Asked[]): Asked[] => {
  const texts = new Map(requests.flatMap(({ type, sql, sql_id }) => (type === 'store_sql' ? [[sql_id, sql]] : [])));
  const full = <S extends Statement>(statement: S): S =>
    statement.sql_id === undefined ? statement : { ...statement, sql: texts.get(statement.sql_id), sql_id: undefined };
  return requests.map((asked) => {
    if (asked.type === 'store_sql') return asked;
    const { stmt, batch } = asked;
    const steps = batch?.steps.map((step) => ({ ...step, stmt: full(step.stmt) }));
    return { ...full(asked), ...(stmt && { stmt: full(stmt) }), ...(steps && { batch: { steps } }) };
  });
};

const resultOf = (ask: Parameters<Parameters<DatabaseSocket['inStream']>[0]>[0]) => async (asked: Asked) => {
  if (asked.type === 'store_sql' || asked.type === 'close') return { type: 'ok', response: { type: asked.type } };
  const { type, response, error } = await ask(asked);
  return type === 'response_ok' ? { type: 'ok', response } : { type: 'error', error };
};
