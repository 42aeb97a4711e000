import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../../../local/ports.ts';

/** A proxy before the app that can answer with errors and change the service worker. */
export type AppProxy = {
  url: string;
  /** Statuses to answer with, by path, instead of forwarding. */
  answers: Map<string, number>;
  /** Appended to the service worker: another text is another version. */
  addition: string;
  close(): Promise<void>;
};

export const startAppProxy = async (app: string): Promise<AppProxy> => {
  const port = await freePort();
  const server = createServer(async (request, response) => {
    const status = front.answers.get(request.url ?? '');
    if (status) return void response.writeHead(status).end();
    const answer = await forward(app, request).catch(() => undefined);
    if (!answer) return void response.writeHead(502).end();
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, headersOf(answer));
    response.end(request.url === '/sw.js' ? `${withoutAssets(String(body))}\n${front.addition}` : body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const front: AppProxy = {
    url: `http://localhost:${port}`,
    answers: new Map(),
    addition: '',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return front;
};

/** A service worker that stores the app's page alone: fetching all files through here takes ten seconds of processor. */
const withoutAssets = (worker: string): string => worker.replaceAll(/\{[^{}]*"url":"assets\/[^{}]*\},?/g, '');

const forward = async (app: string, request: IncomingMessage): Promise<Response> => {
  const headers = Object.entries(request.headers as Record<string, string>).filter(([name]) => !HOP_HEADERS.has(name));
  const bytes = await buffer(request);
  const body = bytes.length > 0 ? new Uint8Array(bytes) : undefined;
  return fetch(`${app}${request.url}`, { method: request.method ?? 'GET', headers, body, redirect: 'manual' });
};

/** Not forwarded. Conditional headers are dropped, because the body may be changed here. */
const HOP_HEADERS = new Set(['host', 'connection', 'if-none-match', 'if-modified-since']);

/** fetch has decoded the body, so its encoding and length are dropped. */
const headersOf = ({ headers }: Response): Record<string, string | string[]> => {
  const {
    'content-encoding': _,
    'content-length': __,
    'transfer-encoding': ___,
    ...rest
  } = Object.fromEntries(headers);
  return { ...rest, 'set-cookie': headers.getSetCookie() };
};
