import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export type PageFile = { type: string; body: string };
type Bytes = { up: number; down: number };
export type CountingProxy = {
  /** The origin that a client opens. */
  url: string;
  /** Everything exchanged with the server so far: bodies, headers, WebSocket frames. Files of the page do not count. */
  bytes(): Bytes;
  /** Ends all connections, and all new ones while it is true. */
  refuse(refused: boolean): void;
  close(): Promise<void>;
};

/** An origin of its own in front of a server: serves `files` itself, passes everything else on and counts it. `host`
 * keeps the storage of two clients apart, as two sites. */
export const startProxy = async (
  target: string,
  host: 'localhost' | '127.0.0.1',
  files: ReadonlyMap<string, PageFile>,
): Promise<CountingProxy> => {
  const { hostname, port } = new URL(target);
  const upstream = new Set<Socket>();
  const open = () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    upstream.add(socket);
    return socket;
  };
  const agent = new Agent({ keepAlive: true });
  agent.createConnection = open as typeof agent.createConnection;
  const downstream = new Set<Socket>();
  let refused = false;

  const forward = (incoming: IncomingMessage, answer: ServerResponse) => {
    const file = files.get(incoming.url ?? '');
    if (file) return serve(answer, file);
    const { method, url: path } = incoming;
    const passed = request({ agent, host: hostname, port, method, path, headers: headersFor(incoming, target) });
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  };

  const server = createServer(forward);
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) =>
    tunnel(incoming, socket, head, open(), target),
  );
  server.on('connection', (socket) => {
    if (refused) return socket.destroy();
    downstream.add(socket.setNoDelay());
    socket.on('close', () => downstream.delete(socket));
  });
  const endAll = () => {
    for (const socket of downstream) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    bytes: () => bytesOf([...upstream]),
    refuse: (next) => {
      refused = next;
      if (next) endAll();
    },
    close: async () => {
      endAll();
      agent.destroy();
      for (const socket of upstream) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const bytesOf = (sockets: readonly Socket[]): Bytes => ({
  up: sockets.reduce((total, { bytesWritten }) => total + bytesWritten, 0),
  down: sockets.reduce((total, { bytesRead }) => total + bytesRead, 0),
});

/** The isolation gives the page a clock of 5 microseconds instead of 100. */
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

const serve = (answer: ServerResponse, { type, body }: PageFile): void => {
  const cached = type === 'text/javascript' ? { 'Cache-Control': 'public, max-age=3600' } : {};
  answer.writeHead(200, { 'Content-Type': type, ...cached, ...ISOLATED }).end(body);
};

/** As the browser sent them, but the server sees its own address. */
const headersFor = ({ headers }: IncomingMessage, target: string) => ({
  ...headers,
  host: new URL(target).host,
  ...(headers.origin && { origin: target }),
});

const tunnel = (incoming: IncomingMessage, socket: Duplex, head: Buffer, upstream: Socket, target: string): void => {
  const headers = Object.entries(headersFor(incoming, target)).map(([name, value]) => `${name}: ${value}`);
  upstream.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  upstream.write(head);
  upstream.pipe(socket).pipe(upstream);
  for (const [one, other] of [
    [socket, upstream],
    [upstream, socket],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
};
