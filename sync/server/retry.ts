import type { Client, InStatement, ResultSet, TransactionMode } from '@libsql/client';

const MAX_ATTEMPTS = 12;

const isBusy = (error: unknown) => /SQLITE_BUSY|database is locked|SQLITE_LOCKED/i.test(String(error));

/** Runs a call again while another writer holds the lock, at most 12 times. */
export const retryWhileBusy = async <T>(call: () => Promise<T>, attempt = 1): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (attempt >= MAX_ATTEMPTS || !isBusy(error)) throw error;
    await pause(attempt);
    return retryWhileBusy(call, attempt + 1);
  }
};

export const batch = (db: Client, statements: InStatement[], mode: TransactionMode): Promise<ResultSet[]> =>
  retryWhileBusy(() => db.batch(statements, mode));

/** Exponential backoff with full jitter, at most 200 ms or as given. */
export const pause = (attempt: number, mostMs = 200) =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(mostMs, 4 * 2 ** attempt)));
