/** A stream of the database that waits for the next call; `usedAt` in ms since 1970. */
type Stream = { baton: string; url: string; usedAt: number };
type Result = { type: string; response?: { result?: { step_errors?: (object | null)[] } } };
type Answer = { baton: string | null; base_url: string | null; results: Result[] };

const BEGIN = '{"requests":[';
const CLOSE = '{"type":"close"}';
const END = `${CLOSE}]}`;
const STORED = /"type":"store_sql","sql_id":(\d+)/g;

/** The server ends a stream that was idle for ten seconds. */
const IDLE_MS = 8000;
/** Each holds a connection of the database. */
const MOST_IDLE = 8;

/**
 * The fetch of a database client that opens a stream for each call and closes it with it (Hrana over HTTP, section "Execute a
 * pipeline of requests", https://github.com/tursodatabase/libsql/blob/main/docs/HTTP_V2_SPEC.md). For a new stream the server
 * opens a connection and reads the whole schema, which costs it more than most statements. So the stream of a call without an
 * error stays open, and the next call goes on with it. One that has ended meanwhile is answered with a 4xx before anything
 * runs, and the call is sent again with a new one. Interactive transactions keep their own streams.
 */
export const keepStreams = (send: typeof fetch, now: () => number = Date.now): typeof fetch => {
  const idle: Stream[] = [];

  const take = (): Stream | undefined => {
    const stream = idle.pop();
    if (stream && now() - stream.usedAt < IDLE_MS) return stream;
    // The others have waited even longer.
    idle.length = 0;
    return undefined;
  };

  const post = (call: Request, url: string, body: string) =>
    send(url, { method: 'POST', headers: new Headers(call.headers), body });

  const postOn = async (call: Request, stream: Stream | undefined, requests: string): Promise<Response> => {
    const answer = await post(call, stream?.url ?? call.url, withBaton(stream, requests));
    return stream && answer.status >= 400 && answer.status < 500
      ? post(call, call.url, withBaton(undefined, requests))
      : answer;
  };

  const keep = async (call: Request, { baton, base_url, results }: Answer): Promise<void> => {
    if (baton === null) return;
    const url = base_url === null ? call.url : new URL(new URL(call.url).pathname, base_url).href;
    const stream = { baton, url, usedAt: now() };
    // A transaction may be open on it.
    if (!results.every(isClean) || idle.length >= MOST_IDLE) await post(call, url, withBaton(stream, CLOSE));
    else idle.push(stream);
  };

  return async (input, init) => {
    const call = input instanceof Request && !init ? input : new Request(input, init);
    const body = await call.text();
    if (!body.startsWith(BEGIN) || !body.endsWith(END)) return post(call, call.url, body);
    const { requests, added } = withoutClose(body);
    const answer = await postOn(call, take(), requests);
    if (!answer.ok) return answer;
    const read = (await answer.json()) as Answer;
    await keep(call, read);
    return answerOf(read, added);
  };
};

const withBaton = (stream: Stream | undefined, requests: string): string =>
  `{${stream ? `"baton":${JSON.stringify(stream.baton)},` : ''}"requests":[${requests}]}`;

/** The requests without the last one, which closes the stream; instead they forget the texts that they store, whose numbers the
 * next call uses again. `added` is the number of these. */
const withoutClose = (body: string): { requests: string; added: number } => {
  const forget = [...body.matchAll(STORED)].map(([, id]) => `{"type":"close_sql","sql_id":${id}}`);
  const asked = body.slice(BEGIN.length, -END.length).replace(/,$/, '');
  return { requests: [asked, ...forget].join(','), added: forget.length };
};

const isClean = ({ type, response }: Result): boolean =>
  type === 'ok' && !response?.result?.step_errors?.some((error) => error !== null);

/** The client reads status and JSON alone; a whole response would write the rows as text once more. */
const answerOf = ({ results }: Answer, added: number): Response => {
  const asked = results.slice(0, results.length - added);
  const answer = { baton: null, base_url: null, results: [...asked, CLOSED] };
  return { ok: true, status: 200, headers: new Headers(), json: async () => answer } as Response;
};

const CLOSED = { type: 'ok', response: { type: 'close' } };
