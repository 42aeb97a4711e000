import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../../../local/ports.ts';

/** The app behind an address of its own, where a test can play a new version or a server that answers otherwise. */
export type Front = {
  url: string;
  /** Answers calls of this path with this status, instead of the app; undefined hands them on again. */
  answers: Map<string, number>;
  /** Stands after the app's service worker: another text is another version. */
  addition: string;
  close(): Promise<void>;
};

export const openFront = async (app: string): Promise<Front> => {
  const port = await freePort();
  const server = createServer(async (request, response) => {
    const status = front.answers.get(request.url ?? '');
    if (status) return void response.writeHead(status).end();
    const answer = await passOn(app, request).catch(() => undefined);
    if (!answer) return void response.writeHead(502).end();
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, headersOf(answer));
    response.end(request.url === '/sw.js' ? `${body}\n${front.addition}` : body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const front: Front = {
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

const passOn = async (app: string, request: IncomingMessage): Promise<Response> => {
  const headers = Object.entries(request.headers as Record<string, string>).filter(([name]) => !OWN.has(name));
  const bytes = await buffer(request);
  const body = bytes.length > 0 ? new Uint8Array(bytes) : undefined;
  return fetch(`${app}${request.url}`, { method: request.method ?? 'GET', headers, body, redirect: 'manual' });
};

/** What is between the browser and this front. A stored copy is asked for in full, because it may have grown here. */
const OWN = new Set(['host', 'connection', 'if-none-match', 'if-modified-since']);

/** Its body is no longer packed, and its length is another. */
const headersOf = ({ headers }: Response): Record<string, string | string[]> => {
  const {
    'content-encoding': _,
    'content-length': __,
    'transfer-encoding': ___,
    ...rest
  } = Object.fromEntries(headers);
  return { ...rest, 'set-cookie': headers.getSetCookie() };
};
