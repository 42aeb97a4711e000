import type { SocketGrant } from '../deps.ts';

const SOCKET_HEADER = 'x-porchlight-socket';

export const withSocket = (request: Request, socket: SocketGrant): Request => {
  const headers = new Headers(request.headers);
  headers.set(SOCKET_HEADER, encodeURIComponent(JSON.stringify(socket)));
  return new Request(request, { headers });
};
export const readSocket = (request: Request): SocketGrant =>
  JSON.parse(decodeURIComponent(request.headers.get(SOCKET_HEADER) ?? '')) as SocketGrant;
