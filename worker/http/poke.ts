import { DurableObject } from 'cloudflare:workers';
import { SOCKET_ENDED } from '../../sync/protocol.ts';
import type { SocketSelector } from '../deps.ts';
import { clientTag, familyTag, readSocket } from './sockets.ts';

export class Poke extends DurableObject {
  override async fetch(request: Request): Promise<Response> {
    const { 0: browser, 1: server } = new WebSocketPair();
    const { tags, expires_at } = readSocket(request);
    this.ctx.acceptWebSocket(server, tags);
    server.serializeAttachment(expires_at);
    return new Response(null, {
      status: 101,
      webSocket: browser,
      headers: { 'Sec-WebSocket-Protocol': 'porchlight' },
    });
  }

  poke(audiences: string[], except: string[]): void {
    const sockets = new Set(audiences.flatMap((audience) => this.ctx.getWebSockets(audience)));
    for (const client of except) for (const socket of this.ctx.getWebSockets(clientTag(client))) sockets.delete(socket);
    for (const socket of sockets) send(socket, 'poke');
  }

  disconnect({ user_id, family_id, except }: SocketSelector): void {
    const kept = new Set(except ? this.ctx.getWebSockets(familyTag(except)) : []);
    for (const socket of this.ctx.getWebSockets(family_id ? familyTag(family_id) : user_id))
      if (!kept.has(socket)) close(socket);
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    if (message === 'ping') send(socket, 'pong');
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 mean that there was no close frame, and an endpoint must not send them (RFC 6455, 7.4.1).
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }
}

const send = (socket: WebSocket, message: string): void => {
  if (Date.now() < Number(socket.deserializeAttachment())) socket.send(message);
  else close(socket);
};

const close = (socket: WebSocket): void => socket.close(SOCKET_ENDED, 'The sign-in must be shown again');
