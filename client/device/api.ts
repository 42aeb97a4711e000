import { type Answer, type CallOptions, parseAnswer, send } from './http.ts';
import { freshToken, isSignedIn, ownerId } from './token.ts';

export { ApiError, messageOf } from './http.ts';

/** Returns the JSON of the answer (null for none). Throws ApiError with the server's message; its status is 0 without
 * an answer and 401 once the session has ended. */
export const api = async <Body = unknown>(path: string, options?: CallOptions): Promise<Body> =>
  parseAnswer<Body>(await call(path, options));

/** Used by push and pull: returns every answer, whatever its status. Throws ApiError 0 without an answer. */
export const post = (path: string, body: unknown): Promise<Answer> => call(path, { method: 'POST', body });

/** A valid access token, null while signed out. Throws ApiError 0 without an answer. */
export const getToken = async (): Promise<string | null> => (isSignedIn() ? ((await freshToken()) ?? null) : null);

const EXPIRED: Answer = { status: 401, statusText: 'Unauthorized', body: { message: 'Session expired' } };

/** Renews the token and retries once after a 401. */
const call = async (path: string, options?: CallOptions): Promise<Answer> => {
  if (!isSignedIn()) return send(path, options);
  const owner = ownerId();
  const token = await freshToken();
  // Another tab may have signed in another user, in whose name this call must not be made.
  if (!token || ownerId() !== owner) return EXPIRED;
  const answer = await send(path, options, token);
  if (answer.status !== 401) return answer;
  const next = await freshToken(token);
  return next && ownerId() === owner ? send(path, options, next) : EXPIRED;
};
