import { timingSafeEqual } from 'node:crypto';
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

type Guard = { tokens: readonly string[]; isOpen(path: string): boolean };

const COOKIE = 'porchlight_local';
const NEEDED = 'Open the link that `npm start` prints, or send its token.\n';

/** From now on each HTTP server of this process asks for one of the tokens: as a bearer token, or once as ?token=, after
 * which a cookie holds it. The emulators' package makes its server itself and asks nobody, hence here. */
export const guardServers = (guard: Guard): void => {
  const { createServer } = http;
  const guarded = (listener: RequestListener) =>
    createServer((request, response) => {
      if (admits(guard, request, response)) listener(request, response);
    });
  http.createServer = guarded as typeof createServer;
  syncBuiltinESMExports();
};

/** Answers a call that it does not admit. */
const admits = ({ tokens, isOpen }: Guard, request: IncomingMessage, response: ServerResponse): boolean => {
  const url = new URL(`http://localhost${request.url}`);
  const isToken = (given: string | null | undefined) => tokens.some((token) => isSame(token, given ?? ''));
  const given = url.searchParams.get('token');
  if (isToken(given)) {
    url.searchParams.delete('token');
    const cookie = `${COOKIE}=${given}; HttpOnly; SameSite=Lax; Path=/`;
    response.writeHead(303, {
      Location: url.pathname + url.search,
      'Set-Cookie': cookie,
      'Referrer-Policy': 'no-referrer',
    });
    response.end();
    return false;
  }
  const { authorization = '', cookie = '' } = request.headers;
  const [, kept] = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(cookie) ?? [];
  if (isOpen(decoded(url.pathname)) || isToken(/^Bearer (.+)$/.exec(authorization)?.[1]) || isToken(kept)) return true;
  response.writeHead(401, { 'Content-Type': 'text/plain' }).end(NEEDED);
  return false;
};

const isSame = (token: string, given: string): boolean => {
  const [a, b] = [Buffer.from(token), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
