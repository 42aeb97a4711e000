import type { HistoryEntry } from '../schema/history.ts';
import type { Effect } from '../schema/outbox.ts';
import type { StoredFile, UploadFeature } from '../schema/uploads.ts';
import { outboxKeys } from './outbox-keys.ts';
import { historyEntry } from './staff.ts';
import { Refusal, type Tx } from './tx.ts';

/** The records that name files, and the area whose uploads each may name. */
export const UPLOAD_FEATURE = {
  request: 'requests',
  announcement: 'announcements',
  document: 'documents',
  violation: 'violations',
  violationMessage: 'violations',
} as const satisfies Record<string, UploadFeature>;
export type FileEntity = keyof typeof UPLOAD_FEATURE;

/** The file behind a key, claimed for the record: no other may name it from then on, or deleting one of the two would
 * take the other's file along. Keys read `{tmp|files}/{hoa}/{feature}/...`. Throws Refusal. */
export const fileOf = async (tx: Tx, key: string, entity: FileEntity, id: string): Promise<StoredFile> => {
  if (key.split('/')[2] !== UPLOAD_FEATURE[entity]) throw new Refusal('not_found', 'File not found');
  return tx.file(key, `${entity}/${id}`);
};

/** How long a replaced file is kept. */
export const RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

type FileRef = Pick<StoredFile, 'key' | 'name' | 'size'> | null;

/** What becomes of a record's earlier file: lines for its history, and the order to delete the file in 30 days. */
export const replaceFile = (tx: Tx, before: FileRef, after: FileRef): HistoryEntry[] => {
  if (!before || before.key === after?.key) return [];
  const due = new Date(Date.parse(tx.now) + RETENTION_DAYS * DAY_MS).toISOString();
  // A file may be put back and replaced once more.
  tx.after({ ...deleteFileEffect(before.key), key: outboxKeys.deleteFile(before.key, tx.now), due });
  const action = after
    ? `Replaced the file ${labelOf(before)} with ${labelOf(after)}`
    : `Removed the file ${labelOf(before)}`;
  return [historyEntry(tx, action)];
};

/** A device does not know the size of what it has named by key alone. */
const labelOf = ({ name, size }: NonNullable<FileRef>) => (size > 0 ? `${name} (${sizeOf(size)})` : name);

const sizeOf = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(2)} MB`;

/** Asks the outbox to delete a stored file, unless some record names it by then. */
export const deleteFileEffect = (key: string): Effect<'deleteFile'> => ({
  kind: 'deleteFile',
  key: outboxKeys.deleteFile(key),
  payload: { key },
});
