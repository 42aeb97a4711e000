import type { Post } from '../../sync/client/post.ts';
import { isComplete, PLAIN_POKE, type PokePatch, type PullCookie, SOCKET_ENDED } from '../../sync/protocol.ts';
import { isOnline, noteRequestId } from './http.ts';

type SocketOptions = {
  group: Promise<string>;
  client: string;
  token(): Promise<string | null>;
  onPoke(poke: PokePatch): void;
  /** There may be something new to pull. */
  onWake(): void;
  origin?: string;
  /** Emits `online` and `offline`. */
  network?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
};

export type PokeSocket = {
  isOpen(): boolean;
  /** Waits up to 1 s for a connection that is being opened. Resolves with whether it is open. */
  opened(): Promise<boolean>;
  /** Sends a call to the server and resolves with its answer. Throws if none comes within 3 s. */
  post: Post;
  /** Finds out whether the connection still holds. */
  check(): void;
  close(): void;
};

type Answer = { id: number; status: number; body: unknown; request?: string | null };
type Waiting = { resolve(answer: Answer): void; reject(error: Error): void };

const PING_MS = 30_000;
const PONG_MS = 5000;
const ANSWER_MS = 3000;
const OPENING_MS = 1000;

/** Stays connected until `close`. */
export const openSocket = (options: SocketOptions): PokeSocket => new ReconnectingSocket(options);

class ReconnectingSocket implements PokeSocket {
  readonly #options: SocketOptions;
  readonly #network: NonNullable<SocketOptions['network']>;
  readonly #waiting = new Map<number, Waiting>();
  #socket: WebSocket | undefined;
  #closed = false;
  #failures = 0;
  #calls = 0;
  #reconnecting: ReturnType<typeof setTimeout> | undefined;
  #missingPong: ReturnType<typeof setTimeout> | undefined;
  #opening: Promise<boolean> = Promise.resolve(false);
  #setOpened = (_isOpen: boolean): void => {};

  constructor(options: SocketOptions) {
    this.#options = options;
    this.#network = options.network ?? globalThis;
    this.#network.addEventListener('online', this.#online);
    // A push to a network that is gone would only wait, and keep the next one waiting once it is back.
    this.#network.addEventListener('offline', this.#reconnect);
    void this.#connect();
  }

  isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  opened(): Promise<boolean> {
    return Promise.race([this.#opening, delay(OPENING_MS, false)]);
  }

  post(path: string, body: unknown): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#calls += 1;
      const id = this.#calls;
      this.#waiting.set(id, { resolve, reject });
      this.#socket?.send(JSON.stringify({ id, path, body }));
      setTimeout(() => {
        this.#waiting.delete(id);
        reject(new TypeError('No answer over the socket'));
      }, ANSWER_MS);
    });
  }

  check(): void {
    if (!this.isOpen()) return;
    this.#socket?.send('ping');
    clearTimeout(this.#missingPong);
    // A connection that is gone can look open for minutes.
    this.#missingPong = setTimeout(this.#reconnect, PONG_MS);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#reconnecting);
    clearTimeout(this.#missingPong);
    this.#network.removeEventListener('online', this.#online);
    this.#network.removeEventListener('offline', this.#reconnect);
    this.#dropWaiting();
    this.#socket?.close();
  }

  async #connect() {
    this.#expectOpening();
    const { group, client, token, origin = location.origin } = this.#options;
    const [id, access] = await Promise.all([group, token().catch(() => null)]);
    if (this.#closed || this.isOpen()) return this.#setOpened(this.isOpen());
    if (!access || !isOnline()) return this.#scheduleReconnect();
    const query = new URLSearchParams({ group: id, client, patches: '1' });
    const opened = new WebSocket(`${origin.replace(/^http/, 'ws')}/api/realtime?${query}`, ['porchlight', access]);
    this.#socket = opened;
    const ping = setInterval(() => this.check(), PING_MS);
    opened.onopen = () => {
      this.#failures = 0;
      this.#setOpened(true);
    };
    opened.onmessage = ({ data }) => this.#receive(String(data));
    opened.onclose = ({ code }) => {
      clearInterval(ping);
      clearTimeout(this.#missingPong);
      if (opened !== this.#socket) return;
      this.#dropWaiting();
      // The next pull finds out whether the session has ended or the user's rights have changed.
      if (code === SOCKET_ENDED && !this.#closed) this.#options.onWake();
      this.#scheduleReconnect();
    };
  }

  #expectOpening() {
    this.#setOpened(false);
    this.#opening = new Promise((resolve) => {
      this.#setOpened = resolve;
    });
  }

  #receive(data: string) {
    clearTimeout(this.#missingPong);
    if (data === 'pong') return;
    if (data === PLAIN_POKE) return this.#options.onWake();
    const message = JSON.parse(data) as { poke: PokePatch } | Answer;
    if ('poke' in message) return this.#options.onPoke(message.poke);
    noteRequestId(message.request);
    this.#waiting.get(message.id)?.resolve(message);
    this.#waiting.delete(message.id);
  }

  readonly #reconnect = () => {
    const lost = this.#socket;
    this.#socket = undefined;
    lost?.close();
    this.#dropWaiting();
    this.#scheduleReconnect();
  };

  #dropWaiting() {
    for (const { reject } of this.#waiting.values()) reject(new TypeError('The connection was lost'));
    this.#waiting.clear();
  }

  #scheduleReconnect() {
    this.#setOpened(false);
    if (this.#closed) return;
    this.#failures += 1;
    clearTimeout(this.#reconnecting);
    const pause_ms = Math.min(30_000, 500 * 2 ** this.#failures) * (0.5 + Math.random() / 2);
    this.#reconnecting = setTimeout(() => void this.#connect(), pause_ms);
  }

  readonly #online = () => {
    clearTimeout(this.#reconnecting);
    this.#failures = 0;
    if (this.#socket === undefined || this.#socket.readyState >= WebSocket.CLOSING) void this.#connect();
    else this.check();
  };
}

const delay = <T>(ms: number, value: T): Promise<T> => new Promise((resolve) => setTimeout(resolve, ms, value));

/** Sends pushes over the socket while one is open, and what a device asks after an absence once one is, which spares
 * requests. HTTP is the fallback: a mutation that comes both ways is applied once. */
export const overSocket =
  (socketOf: () => PokeSocket | undefined, post: Post): Post =>
  async (path, body) => {
    const socket = socketOf();
    const isPush = path === '/api/replicache/push';
    const isReady = isPush ? socket?.isOpen() : isCatchUp(body) && (await socket?.opened());
    if (!socket || !isReady) return post(path, body);
    const answer = await socket.post(path, body).catch(() => undefined);
    // Over HTTP, an expired token is renewed.
    return answer && answer.status !== 401 ? answer : post(path, body);
  };

/** A first sync brings too much for a socket. */
const isCatchUp = (body: unknown): boolean => isComplete((body as { cookie: PullCookie | null }).cookie);
