import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Client, createClient } from '@libsql/client/web';
import { inject } from 'vitest';

/** The database of this worker of vitest, empty but migrated, which its test files share. */
export const databaseUrl = (): string => inject('databaseUrls')[Number(process.env.VITEST_POOL_ID) - 1]!;

/** A client that uses its connections to the database again. */
export const connect = (url = databaseUrl()): Client => createClient({ url, fetch: databaseFetch });

type Stream = { baton: string; since: number };
type Pipeline = { baton: string | null; requests: { type: string; sql_id?: number }[] };

const idle = new Map<string, Stream[]>();
/** The server ends a stream that was idle for ten seconds. */
const KEPT_MS = 3000;

/**
 * The fetch of a database client. The server opens a connection for each stream and reads the whole schema for it, which
 * takes three times as long as a usual statement. So a stream that the client would close (Hrana over HTTP, version 2)
 * serves the next call.
 */
export const databaseFetch: typeof fetch = async (input, init) => {
  const call = input instanceof Request && !init ? input : new Request(input, init);
  const body = await call.text();
  const pipeline = call.url.endsWith('/pipeline') && (JSON.parse(body) as Pipeline);
  if (!pipeline || pipeline.baton || pipeline.requests.at(-1)?.type !== 'close') {
    const { status, text } = await post(call, body);
    return new Response(text, { status });
  }
  const streams = idle.get(call.url) ?? [];
  idle.set(call.url, streams);
  const requests = keepingStream(pipeline);
  const answer = await inStream(streams, (baton) => post(call, JSON.stringify({ ...pipeline, baton, requests })));
  if (answer.status !== 200) return new Response(answer.text, { status: answer.status });
  const { baton, results, ...rest } = JSON.parse(answer.text) as { baton: string | null; results: unknown[] };
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

type Posted = { status: number; text: string };

/** Asks in an idle stream, or in a new one. A stream that has expired meanwhile has done nothing. */
const inStream = async (streams: Stream[], ask: (baton: string | null) => Promise<Posted>): Promise<Posted> => {
  const stream = streams.pop();
  if (!stream || Date.now() - stream.since > KEPT_MS) return ask(null);
  const answer = await ask(stream.baton);
  const isExpired = answer.status === 400 && answer.text.includes('STREAM_EXPIRED');
  return isExpired ? ask(null) : answer;
};

const agent = new Agent({ keepAlive: true });

/** Fails as fetch does, at a third of its cost. No encoding is asked for: compressing takes longer than most statements. */
const post = ({ url, method, headers, signal }: Request, body: string): Promise<Posted> =>
  new Promise((resolve, reject) => {
    const failed = (cause: Error) => reject(signal.aborted ? signal.reason : new TypeError('fetch failed', { cause }));
    const sent = request(url, { method, agent, signal, headers: Object.fromEntries(headers) }, (response) => {
      text(response).then((read) => resolve({ status: response.statusCode ?? 0, text: read }), failed);
    });
    sent.on('error', failed).end(body);
  });
