import { DurableObject } from 'cloudflare:workers';
import { SOCKET_ENDED } from '../../sync/protocol.ts';
import type { SocketSelector } from '../deps.ts';
import { clientTag, familyTag, readSocket } from './sockets.ts';

/** One hub an HOA: holds its browsers' hibernating WebSockets, each tagged with the audiences of its user and with their
 * sign-in. A socket hears nothing past its time, and its browser comes back with a newer token. */
export class Poke extends DurableObject {
  override async fetch(request: Request): Promise<Response> {
    const { 0: browser, 1: mine } = new WebSocketPair();
    const { tags, expires_at } = readSocket(request);
    this.ctx.acceptWebSocket(mine, tags);
    mine.serializeAttachment(expires_at);
    return new Response(null, {
      status: 101,
      webSocket: browser,
      headers: { 'Sec-WebSocket-Protocol': 'porchlight' },
    });
  }

  /** Tells the sockets of these audiences that there is something to pull. The clients named in `except` pull anyway. */
  poke(audiences: string[], except: string[]): void {
    const sockets = new Set(audiences.flatMap((audience) => this.ctx.getWebSockets(audience)));
    for (const client of except) for (const socket of this.ctx.getWebSockets(clientTag(client))) sockets.delete(socket);
    for (const socket of sockets) send(socket, 'poke');
  }

  /** Closes sockets of a user. */
  disconnect({ user_id, family_id, except }: SocketSelector): void {
    const kept = new Set(except ? this.ctx.getWebSockets(familyTag(except)) : []);
    for (const socket of this.ctx.getWebSockets(family_id ? familyTag(family_id) : user_id))
      if (!kept.has(socket)) close(socket);
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    if (message === 'ping') send(socket, 'pong');
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 say that there was no close frame; they may not be sent back.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }
}

const send = (socket: WebSocket, message: string): void => {
  if (Date.now() < Number(socket.deserializeAttachment())) socket.send(message);
  else close(socket);
};

const close = (socket: WebSocket): void => socket.close(SOCKET_ENDED, 'The sign-in must be shown again');
