/** The usual Replicache backend, as published (https://doc.replicache.dev/strategies/row-version): rows with versions,
 * client view records in memory, a poke without data. The kindest form of it: no framework, no sign-in, one user. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createClient } from '@libsql/client';
import { acceptPokes } from './pokes.ts';
import { type PullBody, pull } from './pull.ts';
import { type PushBody, push } from './push.ts';

/** Compressing what the database answers would cost four times what the rest of a pull does. */
const uncompressed = (request: Request): Promise<Response> => {
  request.headers.set('Accept-Encoding', 'identity');
  return fetch(request);
};

const db = createClient({ url: process.env.DATABASE_URL ?? '', fetch: uncompressed });
const GZIP_FROM = 1024;

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = JSON.parse((await textOf(request)) || '{}') as unknown;
  if (request.url === '/api/pull') return send(request, response, await pull(db, body as PullBody));
  if (request.url !== '/api/push') return void response.writeHead(404).end();
  await push(db, body as PushBody);
  poke();
  await send(request, response, {});
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

const send = async (request: IncomingMessage, response: ServerResponse, value: unknown): Promise<void> => {
  const text = JSON.stringify(value);
  const zipped = text.length >= GZIP_FROM && String(request.headers['accept-encoding']).includes('gzip');
  response.writeHead(200, { 'Content-Type': 'application/json', ...(zipped && { 'Content-Encoding': 'gzip' }) });
  response.end(zipped ? await promisify(gzip)(text) : text);
};

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
});
const poke = acceptPokes(server);
server.listen(Number(process.env.PORT), '127.0.0.1');
