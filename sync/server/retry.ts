import type { Client, InStatement, ResultSet, TransactionMode } from '@libsql/client';

const MAX_ATTEMPTS = 12;

const isBusy = (error: unknown) => /SQLITE_BUSY|database is locked|SQLITE_LOCKED/i.test(String(error));

/** Retries while another writer holds the lock, at most 12 times. */
export const batch = async (
  db: Client,
  statements: InStatement[],
  mode: TransactionMode,
  attempt = 1,
): Promise<ResultSet[]> => {
  try {
    return await db.batch(statements, mode);
  } catch (error) {
    if (attempt >= MAX_ATTEMPTS || !isBusy(error)) throw error;
    await pause(attempt);
    return batch(db, statements, mode, attempt + 1);
  }
};

/** Exponential backoff with full jitter, at most 200 ms or as given. */
export const pause = (attempt: number, mostMs = 200) =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(mostMs, 4 * 2 ** attempt)));
