import { type Client, createClient } from '@libsql/client/web';
import type { Environment } from '../environment.ts';
import { keepStreams } from './database-streams.ts';
import { tracedFetch } from './trace.ts';

export const openDatabase = (env: Pick<Environment, 'DATABASE_URL' | 'DATABASE_TOKEN'>): Client =>
  createClient({
    url: env.DATABASE_URL,
    authToken: env.DATABASE_TOKEN,
    fetch: keepStreams(fetchUncompressed),
    // Its queue would let one request run another's calls, and Cloudflare ends a call with the request that made it.
    concurrency: Number.POSITIVE_INFINITY,
  });

/** Decompressing the database's responses costs more CPU than the saved bytes are worth. */
const fetchUncompressed: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  request.headers.set('Accept-Encoding', 'identity');
  return tracedFetch(request);
};
