import { freshToken, isSignedIn, ownerId } from './auth/token.ts';
import { type Answer, type CallOptions, parseAnswer, send } from './http.ts';

export { ApiError, messageOf } from './http.ts';

/** Calls the API and gives its JSON (null for none). Throws ApiError: the server's message or "HTTP {status}: ...",
 * status 0 where no answer came, 401 "Session expired" where the session has ended. */
export const api = async <Body = unknown>(path: string, options?: CallOptions): Promise<Body> =>
  parseAnswer<Body>(await call(path, options));

/** Sends one sync call and gives its status and JSON. Throws ApiError 0 where no answer comes. */
export const post = (path: string, body: unknown): Promise<Answer> => call(path, { method: 'POST', body });

/** An access token that is good now, renewed if need be; null when nobody is signed in. Throws ApiError 0 where the
 * server cannot be reached. */
export const getToken = async (): Promise<string | null> => (isSignedIn() ? ((await freshToken()) ?? null) : null);

const EXPIRED: Answer = { status: 401, statusText: 'Unauthorized', body: { message: 'Session expired' } };

/** A 401 is answered by one renewal, shared by all who wait for it, and one more try. */
const call = async (path: string, options?: CallOptions): Promise<Answer> => {
  if (!isSignedIn()) return send(path, options);
  const owner = ownerId();
  const token = await freshToken();
  // Another tab may have signed in somebody else: what this user asked for is not done in that name.
  if (!token || ownerId() !== owner) return EXPIRED;
  const answer = await send(path, options, token);
  if (answer.status !== 401) return answer;
  const next = await freshToken(token);
  return next && ownerId() === owner ? send(path, options, next) : EXPIRED;
};
