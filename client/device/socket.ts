import type { Post } from '../../sync/client/transport.ts';
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
export const openSocket = (options: SocketOptions): PokeSocket => {
  const { group, client, token, onPoke, onWake, origin = location.origin, network = globalThis } = options;
  const waiting = new Map<number, Waiting>();
  let socket: WebSocket | undefined;
  let closed = false;
  let failures = 0;
  let calls = 0;
  let reconnecting: ReturnType<typeof setTimeout> | undefined;
  let missingPong: ReturnType<typeof setTimeout> | undefined;

  let opening: Promise<boolean> = Promise.resolve(false);
  let setOpened = (_isOpen: boolean): void => {};

  const isOpen = () => socket?.readyState === WebSocket.OPEN;
  const expectOpening = () => {
    setOpened(false);
    opening = new Promise((resolve) => {
      setOpened = resolve;
    });
  };

  const connect = async () => {
    expectOpening();
    const [id, access] = await Promise.all([group, token().catch(() => null)]);
    if (closed || isOpen()) return setOpened(isOpen());
    if (!access || !isOnline()) return scheduleReconnect();
    const query = new URLSearchParams({ group: id, client, patches: '1' });
    socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/api/realtime?${query}`, ['porchlight', access]);
    const opened = socket;
    const ping = setInterval(check, PING_MS);
    opened.onopen = () => {
      failures = 0;
      setOpened(true);
    };
    opened.onmessage = ({ data }) => receive(String(data));
    opened.onclose = ({ code }) => {
      clearInterval(ping);
      clearTimeout(missingPong);
      if (opened !== socket) return;
      dropWaiting();
      // The next pull finds out whether the session has ended or the user's rights have changed.
      if (code === SOCKET_ENDED && !closed) onWake();
      scheduleReconnect();
    };
  };

  const receive = (data: string) => {
    clearTimeout(missingPong);
    if (data === 'pong') return;
    if (data === PLAIN_POKE) return onWake();
    const message = JSON.parse(data) as { poke: PokePatch } | Answer;
    if ('poke' in message) return onPoke(message.poke);
    noteRequestId(message.request);
    waiting.get(message.id)?.resolve(message);
    waiting.delete(message.id);
  };

  const check = () => {
    if (!isOpen()) return;
    socket?.send('ping');
    clearTimeout(missingPong);
    // A connection that is gone can look open for minutes.
    missingPong = setTimeout(() => reconnect(), PONG_MS);
  };

  const reconnect = () => {
    const lost = socket;
    socket = undefined;
    lost?.close();
    dropWaiting();
    scheduleReconnect();
  };

  const dropWaiting = () => {
    for (const { reject } of waiting.values()) reject(new TypeError('The connection was lost'));
    waiting.clear();
  };

  const scheduleReconnect = () => {
    setOpened(false);
    if (closed) return;
    failures += 1;
    clearTimeout(reconnecting);
    reconnecting = setTimeout(() => void connect(), Math.min(30_000, 500 * 2 ** failures) * (0.5 + Math.random() / 2));
  };

  const online = () => {
    clearTimeout(reconnecting);
    failures = 0;
    if (socket === undefined || socket.readyState >= WebSocket.CLOSING) void connect();
    else check();
  };
  network.addEventListener('online', online);
  // A push to a network that is gone would only wait, and keep the next one waiting once it is back.
  network.addEventListener('offline', reconnect);
  void connect();

  return {
    isOpen,
    opened: () => Promise.race([opening, delay(OPENING_MS, false)]),
    post: (path, body) =>
      new Promise((resolve, reject) => {
        calls += 1;
        const id = calls;
        waiting.set(id, { resolve, reject });
        socket?.send(JSON.stringify({ id, path, body }));
        setTimeout(() => {
          waiting.delete(id);
          reject(new TypeError('No answer over the socket'));
        }, ANSWER_MS);
      }),
    check,
    close: () => {
      closed = true;
      clearTimeout(reconnecting);
      clearTimeout(missingPong);
      network.removeEventListener('online', online);
      network.removeEventListener('offline', reconnect);
      dropWaiting();
      socket?.close();
    },
  };
};

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
