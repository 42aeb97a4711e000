import { DurableObject } from 'cloudflare:workers';
import { SOCKET_ENDED } from '../../sync/protocol.ts';
import type { CommitPoke } from '../../sync/server/pokes.ts';
import { app } from '../app.ts';
import { readRights } from '../auth/rights.ts';
import { type Bindings, depsOf } from '../bindings.ts';
import type { Deps, SocketGrant, SocketSelector } from '../deps.ts';
import { answerCall } from './answer-call.ts';
import { emptyPatch, Hub, type HubSocket, type LogSpan, pokeMessage } from './hub.ts';
import { readSocket } from './sockets.ts';

/** The WebSockets of one HOA. They outlive this object, which may hibernate between two messages. */
export class Poke extends DurableObject<Bindings> {
  readonly #sockets = new WeakMap<WebSocket, HubSocket>();
  readonly #hub = new Hub({
    sockets: () => this.ctx.getWebSockets().map((socket) => this.#hubSocket(socket)),
    readRights: (hoa_id, families) => readRights(this.#deps(), hoa_id, families),
    answer: (path, body, grant) => answerCall(this.#deps(), path, body, grant),
  });

  override fetch(request: Request): Promise<Response> {
    const grant = readSocket(request);
    return this.#hub.accept(grant.position, () => {
      const { 0: browser, 1: server } = new WebSocketPair();
      this.ctx.acceptWebSocket(server);
      server.serializeAttachment(grant);
      const { instance, position } = grant;
      if (grant.takesPatches) server.send(pokeMessage(emptyPatch({ instance, from: position, to: position })));
      const headers = { 'Sec-WebSocket-Protocol': 'porchlight' };
      return new Response(null, { status: 101, webSocket: browser, headers });
    });
  }

  /** Answers a push over HTTP when its turn has come. */
  push(headers: [string, string][], body: string): Promise<Response> {
    const request = new Request(`${this.env.PUBLIC_URL}/api/replicache/push`, { method: 'POST', headers, body });
    return this.#hub.inTurn(async () => app.fetch(request, { deps: this.#deps() }));
  }

  publish(commit: CommitPoke, except: string[]): Promise<void> {
    return this.#hub.publish(commit, except);
  }

  disconnect(sockets: SocketSelector): void {
    this.#hub.disconnect(sockets);
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    if (typeof message === 'string') await this.#hub.receive(this.#hubSocket(socket), message);
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    // 1005 and 1006 mean that there was no close frame, and an endpoint must not send them (RFC 6455, 7.4.1).
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }

  /** A commit of a call over one of these sockets needs no call of this object. */
  #deps(): Deps {
    const poke = (_hoa_id: string, commit: CommitPoke, except: readonly string[]) => this.publish(commit, [...except]);
    return { ...depsOf(this.env, this.ctx), pushInTurn: undefined, poke };
  }

  #hubSocket(socket: WebSocket): HubSocket {
    const hubSocket = this.#sockets.get(socket) ?? toHubSocket(socket);
    this.#sockets.set(socket, hubSocket);
    return hubSocket;
  }
}

/** The attachment of a socket. */
type Attachment = SocketGrant & { unsent?: LogSpan[] };

const toHubSocket = (socket: WebSocket): HubSocket => {
  const { unsent = [], ...grant } = socket.deserializeAttachment() as Attachment;
  let kept: readonly LogSpan[] = unsent;
  return {
    grant,
    get unsent() {
      return kept;
    },
    set unsent(spans) {
      kept = spans;
      socket.serializeAttachment({ ...grant, unsent: [...spans] } satisfies Attachment);
    },
    send: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(message);
    },
    close: () => {
      if (socket.readyState === WebSocket.OPEN) socket.close(SOCKET_ENDED, 'The sign-in must be shown again');
    },
  };
};
