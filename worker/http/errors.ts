import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { StaleActor } from '../../sync/server/transact.ts';
import { ID_TAKEN, LimitReached, Refusal, type RefusalCode, tryAgainIn } from '../../sync/tx.ts';
import type { Deps, Env } from '../deps.ts';
import { STORAGE_AWAY, StorageAway } from '../services/errors.ts';
import { FULL_DISK, isFullDisk, reportFullDisk } from '../services/full-disk.ts';
import { logError } from '../services/log.ts';
import { currentTrace } from '../services/trace.ts';
import { codeOf, type ErrorCode } from './error-codes.ts';

type Details = { code?: ErrorCode } & Record<string, unknown>;

/** An error that no Refusal describes: 401, 413, 429, 502, 503. Without a code of its own it has that of its status. */
export class HttpError extends Error {
  readonly status: ContentfulStatusCode;
  readonly headers: Record<string, string>;
  /** The fields of the answer besides the message. */
  readonly details: Details;
  constructor(
    status: ContentfulStatusCode,
    message: string,
    headers: Record<string, string> = {},
    details: Details = {},
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.details = details;
  }
}

/** A 429 with Retry-After. `reason` is a sentence; when to try again is added to it, in words. */
export const tooManyRequests = (
  reason: string,
  retryAfterSeconds: number,
  headers: Record<string, string> = {},
): HttpError => {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  return new HttpError(429, tryAgainIn(reason, seconds), { ...untilThen(seconds), ...headers });
};

/** That nothing is left of a limit (https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/). */
const untilThen = (seconds: number) => ({
  'Retry-After': String(seconds),
  RateLimit: `"limit";r=0;t=${Math.ceil(seconds)}`,
});

/** A 503 for a change that could not be saved, after the operator was told. */
export const fullDisk = (deps: Deps, error: unknown): HttpError => {
  reportFullDisk(deps, error);
  const retryAfter = FULL_DISK_SECONDS;
  return new HttpError(503, tryAgainIn(FULL_DISK, retryAfter), { 'Retry-After': String(retryAfter) }, { retryAfter });
};

const FULL_DISK_SECONDS = 60;

const STATUS: Record<RefusalCode, ContentfulStatusCode> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  second_factor: 403,
};

/** Answers with the request's id, by which its log lines are found. */
export const withReference = (sentence: string): string => {
  const trace = currentTrace();
  return trace ? `${sentence} (Reference ${trace.id})` : sentence;
};

export const onError: ErrorHandler<Env> = (error, c) => {
  if (error instanceof LimitReached)
    return c.json(waiting(error.message, error.seconds), 429, untilThen(error.seconds));
  if (error instanceof Refusal) return c.json(refusalBody(error), STATUS[error.code]);
  if (error instanceof StaleActor) return c.json(coded(409, 'Your account has changed. Please try again.'), 409);
  if (error instanceof HttpError) return c.json(bodyOf(error), error.status, error.headers);
  if (isFullDisk(error)) return onError(fullDisk(c.env.deps, error), c);
  if (error instanceof HTTPException) return c.json(coded(error.status, sentenceOf(error)), error.status);
  const { deps } = c.env;
  if (error instanceof StorageAway) {
    logError(deps, 'storage away', error);
    return c.json(coded(503, STORAGE_AWAY), 503, { 'Retry-After': '30' });
  }
  deps.metrics.count('request_failures');
  logError(deps, 'request failed', error);
  return c.json(coded(500, withReference('Something went wrong. Please try again.')), 500);
};

const coded = (status: number, message: string, code: ErrorCode = codeOf(status)) => ({ message, code });

const refusalBody = ({ code, message, issues }: Refusal) => {
  if (code === 'second_factor') return { ...coded(403, message, 'second_factor_required'), second_factor: true };
  return { ...coded(STATUS[code], message, message === ID_TAKEN ? 'id_taken' : undefined), errors: issues };
};

/** The framework's own sentence is for programmers. */
const sentenceOf = ({ status }: HTTPException): string =>
  status < 500 ? 'This request cannot be understood' : 'Something went wrong. Please try again.';

/** `retryAfter` in seconds, because an answer over a socket has no headers. */
const waiting = (message: string, seconds: number) => ({ ...coded(429, message), retryAfter: seconds });

const bodyOf = ({ status, message, headers, details }: HttpError) => {
  const wait = headers['Retry-After'];
  return { ...(status === 429 && wait ? waiting(message, Number(wait)) : coded(status, message)), ...details };
};
