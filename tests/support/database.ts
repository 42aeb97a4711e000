import { type Client, createClient } from '@libsql/client/web';
import { inject } from 'vitest';

/** The database of this worker of vitest, empty but migrated, which its test files share. */
export const databaseUrl = (): string => inject('databaseUrls')[Number(process.env.VITEST_POOL_ID) - 1]!;

/** A client that uses its connections to the database again. */
export const connect = (url = databaseUrl()): Client => createClient({ url, fetch: databaseFetch });

type Stream = { baton: string; since: number };
type Pipeline = { baton: string | null; requests: { type: string; sql_id?: number }[] };

/** Taken before a test replaces the browser's fetch. */
const platformFetch = globalThis.fetch;
const idle = new Map<string, Stream[]>();
/** The server ends a stream that was idle for ten seconds. */
const KEPT_MS = 3000;

/**
 * The fetch of a database client. The server opens a connection for each stream and reads the whole schema for it, which
 * takes three times as long as a usual statement. So a stream that the client would close (Hrana over HTTP, version 2)
 * serves the next call.
 */
export const databaseFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const pipeline = request.url.endsWith('/pipeline') && ((await request.clone().json()) as Pipeline);
  if (!pipeline || pipeline.baton || pipeline.requests.at(-1)?.type !== 'close') return platformFetch(request);
  const streams = idle.get(request.url) ?? [];
  idle.set(request.url, streams);
  const { url, headers, signal } = request;
  // Compressing each answer takes longer than most statements.
  headers.set('Accept-Encoding', 'identity');
  const requests = keepingStream(pipeline);
  const ask = (baton: string | null) =>
    platformFetch(url, { method: 'POST', headers, signal, body: JSON.stringify({ ...pipeline, baton, requests }) });
  const answer = await inStream(streams, ask);
  if (!answer.ok) return answer;
  const { baton, results, ...rest } = (await answer.json()) as { baton: string | null; results: unknown[] };
  if (baton) streams.push({ baton, since: Date.now() });
  const asked = results.slice(0, pipeline.requests.length - 1);
  return Response.json({ ...rest, baton: null, results: [...asked, CLOSED] });
};

const CLOSED = { type: 'ok', response: { type: 'close' } };

/** The texts that a stream stored have numbers, which the next call gives again. */
const keepingStream = ({ requests }: Pipeline): Pipeline['requests'] => [
  ...requests.slice(0, -1),
  ...requests.flatMap(({ type, sql_id }) => (type === 'store_sql' ? [{ type: 'close_sql', sql_id }] : [])),
];

/** Asks in an idle stream, or in a new one. A stream that has expired meanwhile has done nothing. */
const inStream = async (streams: Stream[], ask: (baton: string | null) => Promise<Response>): Promise<Response> => {
  const stream = streams.pop();
  if (!stream || Date.now() - stream.since > KEPT_MS) return ask(null);
  const answer = await ask(stream.baton);
  const isExpired = answer.status === 400 && (await answer.clone().text()).includes('STREAM_EXPIRED');
  return isExpired ? ask(null) : answer;
};
