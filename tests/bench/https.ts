import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { selfSigned } from './certificate.ts';

/** HTTP/2 over TLS in front of a server, as production has it. The server's gzip stays, where production has Brotli. */
export const startHttps = async (target: string): Promise<{ url: string; close(): void }> => {
  const { hostname, port, origin } = new URL(target);
  const agent = new Agent({ keepAlive: true });
  const pass = (incoming: Http2ServerRequest, answer: Http2ServerResponse) => {
    const { method, url: path } = incoming;
    const passed = request({ agent, hostname, port, method, path, headers: requestHeaders(incoming.headers, origin) });
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, withoutHops(response.headers));
      response.pipe(answer);
    });
    passed.on('error', () => answer.stream?.destroy());
    incoming.pipe(passed);
  };
  const server = createSecureServer({ ...selfSigned(), allowHTTP1: true }, pass);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => void sockets.add(socket));
  // WebSockets come over HTTP/1.1.
  server.on('upgrade', ({ method, url, headers }: Http2ServerRequest, socket: Socket, head: Buffer) => {
    const upstream = connect({ host: hostname, port: Number(port) });
    const lines = Object.entries({ ...headers, host: new URL(target).host, origin }).map((pair) => pair.join(': '));
    upstream.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
    const end = () => void [upstream, socket].forEach((each) => void each.destroy());
    upstream.on('error', end);
    socket.on('error', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    agent.destroy();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `https://localhost:${(server.address() as AddressInfo).port}`, close };
};

const HOPS = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'http2-settings', 'host'];

const withoutHops = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !HOPS.includes(name)));

const requestHeaders = (headers: IncomingHttpHeaders, origin: string): OutgoingHttpHeaders => ({
  ...withoutHops(headers),
  host: new URL(origin).host,
  ...(headers.origin && { origin }),
});
