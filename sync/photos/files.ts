import type { HistoryEntry } from '../../schema/history.ts';
import type { Effect } from '../../schema/outbox.ts';
import type { StoredFile } from '../../schema/uploads.ts';
import { historyEntry } from '../activity/history.ts';
import { type FileEntity, uploadFeatureOf } from '../index.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { Refusal, type Tx } from '../tx.ts';

/** Claims the file for the record. A file has one record, because deleting a record deletes its file. Keys are
 * `{tmp|files}/{hoa}/{feature}/...`. Throws Refusal. */
export const fileOf = async (tx: Tx, key: string, entity: FileEntity, id: string): Promise<StoredFile> => {
  if (key.split('/')[2] !== uploadFeatureOf(entity)) throw new Refusal('not_found', 'File not found');
  return tx.file(key, `${entity}/${id}`);
};

const RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

type FileRef = Pick<StoredFile, 'key' | 'name' | 'size'> | null;

/** Queues the deletion of the old file after 30 days and returns the history entry. */
export const replaceFile = (tx: Tx, before: FileRef, after: FileRef): HistoryEntry[] => {
  if (!before || before.key === after?.key) return [];
  const due = new Date(Date.parse(tx.now) + RETENTION_DAYS * DAY_MS).toISOString();
  // The same file may be attached and replaced again.
  tx.after({ ...deleteFileEffect(before.key), key: outboxKeys.deleteFile(before.key, tx.now), due });
  const action = after
    ? `Replaced the file ${labelOf(before)} with ${labelOf(after)}`
    : `Removed the file ${labelOf(before)}`;
  return [historyEntry(tx, action)];
};

const labelOf = ({ name, size }: NonNullable<FileRef>) => (size > 0 ? `${name} (${sizeOf(size)})` : name);

const sizeOf = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(2)} MB`;

/** The job skips the deletion if a record uses the file by then. */
export const deleteFileEffect = (key: string): Effect<'deleteFile'> => ({
  kind: 'deleteFile',
  key: outboxKeys.deleteFile(key),
  payload: { key },
});
