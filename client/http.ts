import { type FieldIssue, Refusal } from '../sync/tx.ts';

const TIMEOUT_MS = 10_000;

/** Whether the browser has a network connection; it says nothing about the server. Components use `useOnline`. */
export const isOnline = (): boolean => navigator.onLine;

/** What a call sends: a JSON body, or none. `patience_ms` is how long it waits for the answer: 10 seconds, unless said. */
export type CallOptions = { method?: string; body?: unknown; patience_ms?: number };
/** What came back. `body` is the parsed JSON, or null where there was none. */
export type Answer = { status: number; statusText: string; body: unknown };

/** A call that failed. `status` is 0 where no answer came, which never ends a session; `said` is what the user should
 * read in place of any fallback; `errors` names the fields. */
export class ApiError extends Error {
  readonly status: number;
  readonly said: string | undefined;
  readonly errors: FieldIssue[];
  constructor(status: number, message: string, said?: string, errors: FieldIssue[] = []) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.said = said;
    this.errors = errors;
  }
}

/** The sentence for a failure: the server's (or a rule's) own, else the fallback. */
export const messageOf = (error: unknown, fallback: string): string => {
  if (error instanceof Refusal) return error.message;
  return (error instanceof ApiError ? error.said : undefined) ?? fallback;
};

/** One call with JSON and cookies. Throws ApiError 0 where no answer comes in time. */
export const send = async (path: string, options: CallOptions = {}, token?: string): Promise<Answer> => {
  const { method, body, patience_ms = TIMEOUT_MS } = options;
  const limit = new AbortController();
  const init = initOf(method ?? 'GET', body, token);
  const timer = setTimeout(() => limit.abort(), patience_ms);
  try {
    const response = await fetch(path, { ...init, signal: limit.signal });
    return { status: response.status, statusText: response.statusText, body: jsonOf(await response.text()) };
  } catch {
    throw limit.signal.aborted ? new ApiError(0, 'Request timeout', 'Request timeout') : unreachable();
  } finally {
    clearTimeout(timer);
  }
};

/** The failure of a call that found no server. */
export const unreachable = (): ApiError => new ApiError(0, 'The server could not be reached');

/** What an answer holds. Throws ApiError unless it is 2xx. */
export const bodyOf = <Body>({ status, statusText, body }: Answer): Body => {
  if (status >= 200 && status < 300) return body as Body;
  const { message, errors } = (body ?? {}) as { message?: unknown; errors?: FieldIssue[] };
  const said = typeof message === 'string' && message !== '' ? message : undefined;
  throw new ApiError(status, said ?? `HTTP ${status}: ${statusText}`, said, errors);
};

const initOf = (method: string, body: unknown, token: string | undefined): RequestInit => ({
  method,
  credentials: 'include',
  headers: {
    Accept: 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  },
  body: body === undefined ? null : JSON.stringify(body),
});

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
