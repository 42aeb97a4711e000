import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { app, type createApp } from '../../worker/app.ts';
import { readRights } from '../../worker/auth/rights.ts';
import type { Deps } from '../../worker/deps.ts';
import { emptyPatch, Hub, type HubSocket, pokeMessage } from '../../worker/http/hub.ts';
import { required } from './required.ts';

type Connection = { onMessage(message: string): void; onClose(): void };
export type TestSocket = { send(message: string): Promise<void>; close(): void };

/** The poke hubs of all HOAs in this process. Its sockets hand over what they are sent, in order. */
export class TestHubs {
  readonly #sockets = new Map<string, Set<HubSocket>>();
  readonly #hubs = new Map<string, Hub>();
  readonly #opening = new Map<string, Connection & { opened?: HubSocket }>();
  #deps: Deps | undefined;

  /** To be passed to `createContext`; then `serve` its dependencies. */
  readonly over: Pick<Deps, 'poke' | 'disconnect' | 'connect'> = {
    poke: (hoa_id, commit, except) => this.#hubOf(hoa_id).publish(commit, except),
    disconnect: (hoa_id, selector) => this.#hubOf(hoa_id).disconnect(selector),
    connect: (request, grant) => this.#connect(request, grant),
  };

  serve(deps: Deps): this {
    this.#deps = deps;
    return this;
  }

  /** The hub forgets everything but its sockets, as after hibernation. */
  restart(hoa_id: string): void {
    this.#hubs.delete(hoa_id);
  }

  /** Connects through the app's own route. `client` is named as the app's client names itself. */
  async open(
    { app: routes }: { app: ReturnType<typeof createApp> },
    { token }: { token: string },
    named: { group: string; client: string; patches?: string },
    connection: Connection,
  ): Promise<TestSocket> {
    const key = uuidv7();
    this.#opening.set(key, connection);
    const headers = { upgrade: 'websocket', 'sec-websocket-protocol': `porchlight, ${token}`, 'x-test-socket': key };
    const query = new URLSearchParams({ patches: '1', ...named });
    const { status } = await routes.request(`/api/realtime?${query}`, { headers });
    expect(status).toBe(200);
    const socket = required(required(this.#opening.get(key)).opened);
    const { hoa_id } = socket.grant.viewer;
    return {
      send: (message) => this.#hubOf(hoa_id).receive(socket, message),
      close: () => void this.#sockets.get(hoa_id)?.delete(socket),
    };
  }

  /** A push of this user over a socket of its own, answered as over HTTP. */
  async push(at: { app: ReturnType<typeof createApp> }, by: { token: string }, body: unknown) {
    const answers: string[] = [];
    const onMessage = (message: string) => void answers.push(message);
    const socket = await this.open(at, by, { group: uuidv7(), client: uuidv7() }, { onMessage, onClose: () => {} });
    await socket.send(JSON.stringify({ id: 1, path: '/api/replicache/push', body }));
    socket.close();
    const answer = answers.map((message) => JSON.parse(message)).find(({ id }) => id === 1);
    return {
      status: Number(answer.status),
      headers: new Headers({ 'x-request-id': answer.request }),
      body: answer.body,
    };
  }

  #connect(request: Request, grant: HubSocket['grant']): Promise<Response> {
    const connection = required(this.#opening.get(request.headers.get('x-test-socket') ?? ''));
    const { hoa_id } = grant.viewer;
    return this.#hubOf(hoa_id).accept(grant.position, () => {
      const sockets = this.#sockets.get(hoa_id) ?? new Set();
      this.#sockets.set(hoa_id, sockets);
      // Through JSON, as an attachment of a real socket.
      const socket: HubSocket = {
        grant: JSON.parse(JSON.stringify(grant)),
        unsent: [],
        send: (message) => void (sockets.has(socket) && connection.onMessage(message)),
        close: () => void (sockets.delete(socket) && connection.onClose()),
      };
      sockets.add(socket);
      connection.opened = socket;
      const { instance, position } = grant;
      if (grant.takesPatches) socket.send(pokeMessage(emptyPatch({ instance, from: position, to: position })));
      // Node cannot answer 101.
      return new Response(null, { headers: { upgrade: 'websocket' } });
    });
  }

  #hubOf(hoa_id: string): Hub {
    const hub = this.#hubs.get(hoa_id) ?? this.#createHub(hoa_id);
    this.#hubs.set(hoa_id, hub);
    return hub;
  }

  #createHub(hoa_id: string): Hub {
    return new Hub({
      sockets: () => [...(this.#sockets.get(hoa_id) ?? [])],
      readRights: (hoa, families) => readRights(required(this.#deps), hoa, families),
      answer: async (path, body, { claims }) => {
        const headers = { 'Content-Type': 'application/json' };
        const request = new Request(`http://hub${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
        return app.fetch(request, { deps: required(this.#deps), claims });
      },
    });
  }
}
