import type { Effect } from './tx.ts';

/** Asks the outbox to delete a stored file. */
export const deleteFile = (key: string): Effect => ({ kind: 'deleteFile', key: `deleteFile:${key}`, payload: { key } });
