import { type Client, createClient } from '@libsql/client/web';
import type { Environment } from '../environment.ts';
import { keepStreams } from './database-streams.ts';
import { tracedFetch } from './trace.ts';

/** `atOnce` is the most calls that run at once, each of which holds a connection; others wait for their turn. */
export const openDatabase = (
  env: Pick<Environment, 'DATABASE_URL' | 'DATABASE_TOKEN'>,
  atOnce = Number.POSITIVE_INFINITY,
): Client =>
  createClient({
    url: env.DATABASE_URL,
    authToken: env.DATABASE_TOKEN,
    // The turn comes before the stream: a call that waits would otherwise have decided on a new one.
    fetch: inTurn(keepStreams(fetchUncompressed), atOnce),
    // Its queue would let one request run another's calls, and Cloudflare ends a call with the request that made it.
    concurrency: Number.POSITIVE_INFINITY,
  });

const inTurn = (send: typeof fetch, atOnce: number): typeof fetch => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (...call) => {
    if (running < atOnce) running += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await send(...call);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

/** Decompressing the database's responses costs more CPU than the saved bytes are worth. */
const fetchUncompressed: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  request.headers.set('Accept-Encoding', 'identity');
  return tracedFetch(request);
};
