import { SOCKET_ENDED } from '../sync/protocol.ts';
import { isOnline } from './http.ts';

const PING_MS = 30_000;

/** Calls `wake` on each poke and each (re)connection. Returns a function that closes the socket. */
export const openSocket = (
  group: Promise<string>,
  client: string,
  token: () => Promise<string | null>,
  wake: () => void,
): (() => void) => {
  let socket: WebSocket | undefined;
  let closed = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const connect = async () => {
    const [id, access] = await Promise.all([group, token().catch(() => null)]);
    if (closed) return;
    if (!access || !isOnline()) return scheduleReconnect();
    const url = `${location.origin.replace(/^http/, 'ws')}/api/realtime?${new URLSearchParams({ group: id, client })}`;
    socket = new WebSocket(url, ['porchlight', access]);
    const ping = setInterval(() => socket?.readyState === WebSocket.OPEN && socket.send('ping'), PING_MS);
    socket.onopen = () => {
      failures = 0;
      wake();
    };
    socket.onmessage = ({ data }) => data === 'poke' && wake();
    socket.onclose = ({ code }) => {
      clearInterval(ping);
      // The next pull finds out whether the session has ended or the user's rights have changed.
      if (code === SOCKET_ENDED && !closed) wake();
      scheduleReconnect();
    };
  };

  const scheduleReconnect = () => {
    if (closed) return;
    failures += 1;
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), Math.min(30_000, 500 * 2 ** failures) * (0.5 + Math.random() / 2));
  };

  const online = () => {
    clearTimeout(timer);
    failures = 0;
    if (socket === undefined || socket.readyState >= WebSocket.CLOSING) void connect();
  };
  addEventListener('online', online);
  void connect();

  return () => {
    closed = true;
    clearTimeout(timer);
    removeEventListener('online', online);
    socket?.close();
  };
};
