type Answer = { status: number; body: unknown };

const TOO_MANY_REQUESTS = 429;
const DEFAULT_SECONDS = 60;
/** An operator may lift a limit before its day has ended. */
export const LONGEST_WAIT_MS = 60 * 60 * 1000;

/** Once a call was answered 429, calls of its path get that answer again, without reaching the server, until the time
 * that it named, or for an hour. */
export const waitingAsTold = <Path>(
  post: (path: Path, body: unknown) => Promise<Answer>,
): ((path: Path, body: unknown) => Promise<Answer>) => {
  const waits = new Map<Path, { until: number; answer: Answer }>();
  return async (path, body) => {
    const wait = waits.get(path);
    const left = wait ? wait.until - Date.now() : 0;
    // More than was ever waited for: the device's clock was set back.
    if (wait && left > 0 && left <= LONGEST_WAIT_MS) return wait.answer;
    waits.delete(path);
    const answer = await post(path, body);
    if (answer.status === TOO_MANY_REQUESTS) waits.set(path, { until: Date.now() + waitOf(answer.body), answer });
    return answer;
  };
};

/** Milliseconds until the time that the body of a 429 names, at most an hour. */
export const waitOf = (body: unknown): number => {
  const { retryAfter = DEFAULT_SECONDS } = (body ?? {}) as { retryAfter?: number };
  return Math.min(retryAfter * 1000, LONGEST_WAIT_MS);
};

/** The sentence of a 429. */
export const waitMessageOf = ({ status, body }: Answer): string | null => {
  const { message } = (body ?? {}) as { message?: unknown };
  return status === TOO_MANY_REQUESTS && typeof message === 'string' ? message : null;
};
