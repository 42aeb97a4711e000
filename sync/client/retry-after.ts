type Answer = { status: number; body: unknown };

const TOO_MANY_REQUESTS = 429;
/** A 503 that says when to try again is about more than this call. */
const isToWait = ({ status, body }: Answer) =>
  status === TOO_MANY_REQUESTS || (status === 503 && retryAfterOf(body) !== undefined);
const retryAfterOf = (body: unknown) => ((body ?? {}) as { retryAfter?: number }).retryAfter;

const DEFAULT_SECONDS = 60;
/** An operator may lift a limit before its day has ended. */
export const LONGEST_WAIT_MS = 60 * 60 * 1000;

/** Once an answer said to wait, calls of its path get that answer again, without reaching the server, until the time
 * that it named, or for an hour. */
export const waitingAsAsked = <Path>(
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
    if (isToWait(answer)) waits.set(path, { until: Date.now() + waitOf(answer.body), answer });
    return answer;
  };
};

/** Milliseconds until the time that such an answer names, at most an hour. */
export const waitOf = (body: unknown): number =>
  Math.min((retryAfterOf(body) ?? DEFAULT_SECONDS) * 1000, LONGEST_WAIT_MS);

/** The sentence of an answer that says to wait. */
export const waitMessageOf = (answer: Answer): string | null => {
  const { message } = (answer.body ?? {}) as { message?: unknown };
  return isToWait(answer) && typeof message === 'string' ? message : null;
};
