import { DurableObject } from 'cloudflare:workers';
import { audiencesOf } from '../sync/tx.ts';

/** One hub an HOA: holds its browsers' hibernating WebSockets, each tagged with the audiences of its user. */
export class Poke extends DurableObject {
  override async fetch(request: Request): Promise<Response> {
    const { 0: browser, 1: mine } = new WebSocketPair();
    const tags = request.headers.get('x-porchlight-tags')?.split(' ') ?? [];
    this.ctx.acceptWebSocket(mine, tags);
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
    for (const socket of sockets) socket.send('poke');
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    if (message === 'ping') socket.send('pong');
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 say that there was no close frame; they may not be sent back.
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }
}

const clientTag = (client: string) => `client:${client}`;

/** The tags of a user's socket. Ids hold no spaces. */
export const tagsOf = (actor: Parameters<typeof audiencesOf>[0], group: string, client: string): string =>
  [...audiencesOf(actor), group, client && clientTag(client)].filter((tag) => /^\S{1,200}$/.test(tag)).join(' ');
