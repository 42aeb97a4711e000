import { type FieldIssue, Refusal } from '../../sync/tx.ts';
import { noteServerDate } from './clock.ts';
import { isMissingCode, RELOAD } from './missing-code.ts';

const TIMEOUT_MS = 10_000;

/** The browser's network connection, not the server's state. Components use `useOnline`. */
export const isOnline = (): boolean => navigator.onLine !== false;

/** `body` is sent as JSON; `timeout_ms` defaults to 10 seconds. */
export type CallOptions = { method?: string; body?: unknown; timeout_ms?: number };
export type Answer = { status: number; statusText: string; body: unknown; requestId?: string | undefined };

/** `status` is 0 when there was no answer, which never ends a session; `errors` are about single fields; `details` is the
 * answer's body. */
export class ApiError extends Error {
  readonly status: number;
  readonly serverMessage: string | undefined;
  readonly errors: FieldIssue[];
  /** The id of the answer, by which the server's log lines are found. */
  readonly requestId: string | undefined;
  readonly details: Record<string, unknown>;
  constructor(
    status: number,
    message: string,
    serverMessage?: string,
    errors: FieldIssue[] = [],
    requestId?: string | undefined,
    details: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.serverMessage = serverMessage;
    this.errors = errors;
    this.requestId = requestId;
    this.details = details;
  }
}

/** The server's or a rule's own message, or that the page lacks code; else the fallback, with a reference where the server or
 * what stands before it has failed. */
export const messageOf = (error: unknown, fallback: string): string => {
  if (error instanceof Refusal) return error.message;
  if (isMissingCode(error)) return RELOAD;
  if (!(error instanceof ApiError)) return fallback;
  const { serverMessage, status, requestId } = error;
  if (serverMessage !== undefined) return serverMessage;
  return status >= 500 && requestId ? `${fallback} (Reference ${requestId})` : fallback;
};

let last: string | undefined;

/** The reference of the newest answer, over HTTP or the socket. */
export const lastRequestId = (): string | undefined => last;
export const noteRequestId = (id: string | null | undefined): string | undefined => {
  last = id ?? last;
  return id ?? undefined;
};

/** Cloudflare's own error pages name its ray alone. */
const requestIdOf = ({ headers }: Response): string | undefined =>
  noteRequestId(headers.get('X-Request-Id') ?? headers.get('CF-Ray')?.split('-')[0]);

/** Throws ApiError with status 0 when there is no answer in time. */
export const send = async (path: string, options: CallOptions = {}, token?: string): Promise<Answer> => {
  const { method, body, timeout_ms = TIMEOUT_MS } = options;
  const limit = new AbortController();
  const init = initOf(method ?? 'GET', body, token);
  const timer = setTimeout(() => limit.abort(), timeout_ms);
  const sent = Date.now();
  try {
    const response = await fetch(path, { ...init, signal: limit.signal });
    noteServerDate(response.headers.get('Date'), sent, Date.now());
    const { status, statusText } = response;
    const requestId = requestIdOf(response);
    return { status, statusText, body: jsonOf(await response.text()), requestId };
  } catch {
    throw limit.signal.aborted ? new ApiError(0, 'Request timeout', 'Request timeout') : unreachableError();
  } finally {
    clearTimeout(timer);
  }
};

export const unreachableError = (): ApiError => new ApiError(0, 'The server could not be reached');

export const parseAnswer = <Body>({ status, statusText, body, requestId }: Answer): Body => {
  if (status >= 200 && status < 300) return body as Body;
  const details = (body ?? {}) as Record<string, unknown>;
  const { message, errors } = details as { message?: unknown; errors?: FieldIssue[] };
  const serverMessage = typeof message === 'string' && message !== '' ? message : undefined;
  const reason = serverMessage ?? `HTTP ${status}: ${statusText}`;
  throw new ApiError(status, reason, serverMessage, errors, requestId, details);
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
