import { pause } from '../sync/server/retry.ts';
import { messageOf } from './user-error.ts';

const MAX_ATTEMPTS = 12;
/** The longest pause, in milliseconds: a checkpoint of a large database takes seconds. */
const PAUSE_MS = 2000;

/** Errors of a statement that may succeed when it is sent again; all others are final. */
const PASSING =
  /SQLITE_BUSY|SQLITE_LOCKED|database is locked|TRANSACTION_(TIMEOUT|BUSY)|STREAM_EXPIRED|fetch failed|SERVER_ERROR|HTTP status 5/i;

/** Runs something again while the database is busy or does not answer, at most 12 times. `isDone` is asked before each
 * further attempt, because an answer may be lost after the commit. */
export const withRetries = async (
  run: () => Promise<unknown>,
  isDone: () => Promise<boolean> = async () => false,
): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (attempt === 1 || !(await isDone())) await run();
      return;
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isPassing(error)) throw error;
      await pause(attempt, PAUSE_MS);
    }
  }
};

const isPassing = (error: unknown): boolean =>
  PASSING.test(`${messageOf(error)} ${(error as { code?: unknown }).code} ${(error as { cause?: unknown }).cause}`);
