import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Client, createClient } from '@libsql/client';
import { listening } from './listening.ts';

/** 'busy' refuses as during a checkpoint, 'lost' commits without an answer, 'full' refuses as a full disk does. */
export type Fault = 'none' | 'busy' | 'lost' | 'full';

/** A database behind a line on which `faultOf` decides what becomes of a request, by what it writes. */
export const openLine = async (
  url: string,
  faultOf: (sql: string) => Fault,
): Promise<{ db: Client; close(): void }> => {
  const errors: Partial<Record<Fault, object>> = {
    busy: { message: 'SQLite error: database is locked', code: 'SQLITE_BUSY' },
    full: { message: 'SQLite error: disk I/O error', code: 'SQLITE_IOERR' },
  };
  const { origin, searchParams } = new URL(url);
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const fault = faultOf(body);
    const error = errors[fault];
    if (error) {
      const results = JSON.parse(body).requests.map(() => ({ type: 'error', error }));
      return response.end(JSON.stringify({ baton: null, base_url: null, results }));
    }
    const headers = {
      'Content-Type': request.headers['content-type'] ?? '',
      Authorization: `Bearer ${searchParams.get('authToken')}`,
    };
    const sent = request.method === 'POST' ? { method: 'POST', headers, body } : {};
    const answer = await fetch(`${origin}${request.url}`, sent);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (fault === 'lost') return request.socket.destroy();
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? '' }).end(bytes);
  });
  const db = createClient({ url: `http://127.0.0.1:${await listening(server)}` });
  const close = () => {
    db.close();
    server.close();
    server.closeAllConnections();
  };
  return { db, close };
};
