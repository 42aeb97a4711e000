import { createServer } from 'node:http';
import { freePort } from '../../local/ports.ts';

export type Served = { url: string; close(): Promise<void> };

/** Answers over HTTP on a free port of this machine. */
export const serve = async (answer: (request: Request) => Response | Promise<Response>): Promise<Served> => {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = 'GET', url, headers } = incoming;
    const body = ['GET', 'HEAD'].includes(method) ? undefined : Buffer.concat(chunks);
    const request = new Request(`http://${headers.host}${url}`, { method, headers: headers as HeadersInit, body });
    const response = await answer(request);
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}`, close };
};
