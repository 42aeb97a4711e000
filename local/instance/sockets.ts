import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { SOCKET_ENDED } from '../../sync/protocol.ts';
import { createApp } from '../../worker/app.ts';
import { readRights } from '../../worker/auth/rights.ts';
import type { Deps, SocketGrant } from '../../worker/deps.ts';
import { answerCall } from '../../worker/http/answer-call.ts';
import { emptyPatch, Hub, type HubSocket, type LogSpan, pokeMessage } from '../../worker/http/hub.ts';
import { requestOf } from './node-request.ts';

/** The open sockets of one HOA. */
type Room = { hub: Hub; sockets: Map<WebSocket, HubSocket> };

/** More than the longest call over a socket, which the hub refuses by itself. */
const MAX_MESSAGE = 2 * 1024 * 1024;
const HEARTBEAT_MS = 60_000;
/** RFC 6455, 7.4.1: the server goes away. */
const GOING_AWAY = 1001;

/** The WebSockets of all HOAs, in this process: what Durable Objects do on Cloudflare (worker/http/poke.ts). */
export class Sockets {
  readonly #deps: () => Deps;
  readonly #rooms = new Map<string, Room>();
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    handleProtocols: () => 'porchlight',
  });
  readonly #alive = new WeakSet<WebSocket>();
  readonly #heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();

  constructor(deps: () => Deps) {
    this.#deps = deps;
  }

  /** The number of open sockets. */
  get size(): number {
    return this.#server.clients.size;
  }

  publish: Deps['poke'] = (hoa_id, commit, except) => this.#rooms.get(hoa_id)?.hub.publish(commit, except);

  disconnect: Deps['disconnect'] = (hoa_id, sockets) => this.#rooms.get(hoa_id)?.hub.disconnect(sockets);

  pushInTurn(hoa_id: string, headers: Headers, body: string): Promise<Response> {
    const deps = this.#deps();
    const request = new Request(`${deps.config.publicUrl}/api/replicache/push`, { method: 'POST', headers, body });
    return this.#roomOf(hoa_id).hub.inTurn(async () => createApp({ ...deps, pushInTurn: undefined }).fetch(request));
  }

  /** Answers a request to upgrade: the app says who may, and for how long. */
  async upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    let isOpen = false;
    const connect = async (_: Request, grant: SocketGrant) => {
      const room = this.#roomOf(grant.viewer.hoa_id);
      await room.hub.accept(grant.position, () =>
        this.#server.handleUpgrade(incoming, socket, head, (opened) => {
          isOpen = true;
          this.#join(room, opened, grant);
        }),
      );
      return new Response();
    };
    const answer = await createApp({ ...this.#deps(), connect }).fetch(requestOf(incoming));
    if (!isOpen) await refuse(socket, answer);
  }

  stop(): void {
    clearInterval(this.#heartbeat);
    for (const socket of this.#server.clients) socket.close(GOING_AWAY);
    this.#server.close();
  }

  #roomOf(hoa_id: string): Room {
    const known = this.#rooms.get(hoa_id);
    if (known) return known;
    const sockets = new Map<WebSocket, HubSocket>();
    const hub = new Hub({
      sockets: () => [...sockets.values()],
      readRights: (id, families) => readRights(this.#deps(), id, families),
      answer: (path, body, grant) => answerCall({ ...this.#deps(), pushInTurn: undefined }, path, body, grant),
    });
    const room = { hub, sockets };
    this.#rooms.set(hoa_id, room);
    return room;
  }

  #join(room: Room, socket: WebSocket, grant: SocketGrant): void {
    const member = memberOf(socket, grant);
    room.sockets.set(socket, member);
    this.#alive.add(socket);
    socket.on('pong', () => this.#alive.add(socket));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => room.sockets.delete(socket));
    socket.on('message', (data, isBinary) => {
      if (!isBinary) void room.hub.receive(member, String(data)).catch(() => socket.terminate());
    });
    const { instance, position } = grant;
    if (grant.takesPatches) member.send(pokeMessage(emptyPatch({ instance, from: position, to: position })));
  }

  /** A device that went away without a word would be written to for hours. */
  #beat(): void {
    for (const socket of this.#server.clients) {
      if (!this.#alive.has(socket)) socket.terminate();
      this.#alive.delete(socket);
      socket.ping();
    }
  }
}

const memberOf = (socket: WebSocket, grant: SocketGrant): HubSocket => ({
  grant,
  unsent: [] as readonly LogSpan[],
  send: (message) => {
    if (socket.readyState === socket.OPEN) socket.send(message);
  },
  close: () => socket.close(SOCKET_ENDED, 'The sign-in must be shown again'),
});

const refuse = async (socket: Duplex, answer: Response): Promise<void> => {
  const body = await answer.text();
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const length = `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n`;
  socket.end(`HTTP/1.1 ${answer.status} ${answer.statusText}\r\n${headers}${length}\r\n${body}`);
};
