import { createServer, type RequestListener, type Server } from 'node:http';
import type { BlockList } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { createMiddleware } from 'hono/factory';
import type { Deps } from '../../worker/deps.ts';
import { ASSET_CACHING, FILE_HEADERS } from '../../worker/http/headers.ts';
import { nameCaller } from './node-request.ts';
import type { Runtime } from './runtime.ts';

/** Where files of this machine are, below the app's address. */
export const FILES_PATH = '/files';

type Front = {
  runtime: Pick<Runtime, 'fetch' | 'sockets'>;
  client: string;
  files: RequestListener | undefined;
  proxies: BlockList;
};

/** The server in front of the app: what wrangler.toml says of the client's files, those of `files`, and the rest to the app. */
export const createFront = ({ runtime, client, files, proxies }: Front): Server => {
  const app = appWith(runtime, client);
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => {
    nameCaller(request, proxies);
    if (files && request.url?.startsWith(`${FILES_PATH}/`)) {
      for (const [name, value] of Object.entries(DOWNLOAD_HEADERS)) response.setHeader(name, value);
      files(request, response);
    } else void answer(request, response);
  });
  // Longer than proxies keep an idle connection (Caddy 2 minutes): a request on one that has just closed would be a 502.
  server.keepAliveTimeout = 150_000;
  server.on('upgrade', (request, socket, head) => {
    nameCaller(request, proxies);
    socket.on('error', () => socket.destroy());
    runtime.sockets.upgrade(request, socket, head).catch(() => socket.destroy());
  });
  return server;
};

/** A file that somebody has uploaded runs nothing on the app's address. */
const DOWNLOAD_HEADERS = {
  ...FILE_HEADERS,
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'private, no-store',
};

const appWith = (runtime: Front['runtime'], client: string): Hono => {
  const toApp = (request: Request) => runtime.fetch(request);
  return new Hono()
    .use(compress())
    .all('/api/*', (c) => toApp(c.req.raw))
    .get('/', (c) => toApp(c.req.raw))
    .get('/index.html', (c) => toApp(c.req.raw))
    .get('/_headers', (c) => c.notFound())
    .get('*', fileHeaders, serveStatic({ root: client, precompressed: true }))
    .all('*', (c) => toApp(c.req.raw));
};

const fileHeaders = createMiddleware(async (c, next) => {
  await next();
  // The app, which answers where there is no such file, has set its own.
  if (c.res.headers.has('Content-Security-Policy')) return;
  const caching = c.req.path.startsWith('/assets/') ? ASSET_CACHING : { 'Cache-Control': 'no-cache' };
  for (const [name, value] of Object.entries({ ...FILE_HEADERS, ...caching })) c.header(name, value);
});

/** The files of the build by themselves, as the app asks for its page and for fonts. */
export const clientFiles = (client: string): NonNullable<Deps['assets']> => {
  const files = new Hono().get('*', serveStatic({ root: client }));
  return async (request) => files.fetch(request);
};
