import type { Deps } from '../deps.ts';
import { logError } from './log.ts';
import { alertOperator } from './operator.ts';

/** SQLite's words for a disk that is full or failing, and Turso's for a plan that is used up. */
const FULL = /SQLITE_FULL|SQLITE_IOERR|disk I\/O error|disk is full|writes are blocked/i;

export const isFullDisk = (error: unknown): boolean => FULL.test(String(error));

export const FULL_DISK =
  'The server cannot save anything now, because its disk is full or failing. The operator has been told.';

/** Logs it and tells the operator. */
export const reportFullDisk = (deps: Deps, error: unknown): void => {
  logError(deps, 'disk full', error);
  deps.waitUntil(alertOperator(deps, 'disk_full', ['The database saves nothing: its disk is full or failing.']));
};
