import type { Client, InStatement, ResultSet, TransactionMode } from '@libsql/client';

const ATTEMPTS = 12;

/** Whether the database was merely busy, so that the same statements may be sent again. */
const isBusy = (error: unknown) => /SQLITE_BUSY|database is locked|SQLITE_LOCKED/i.test(String(error));

/** `db.batch`, sent again with growing pauses while another writer holds the lock. */
export const batch = async (
  db: Client,
  statements: InStatement[],
  mode: TransactionMode,
  attempt = 1,
): Promise<ResultSet[]> => {
  try {
    return await db.batch(statements, mode);
  } catch (error) {
    if (attempt >= ATTEMPTS || !isBusy(error)) throw error;
    await pause(attempt);
    return batch(db, statements, mode, attempt + 1);
  }
};

/** Waits a little longer at each attempt, never in step with others. */
export const pause = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(200, 4 * 2 ** attempt)));
