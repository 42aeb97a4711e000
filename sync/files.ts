import type { StoredFile } from '../schema/requests.ts';
import type { UploadFeature } from '../schema/uploads.ts';
import { type Effect, Refusal, type Tx } from './tx.ts';

/** The file behind a key that was uploaded for a feature. A record of another feature may not name it: deleting one of
 * the two would take the other's file along. Keys read `{tmp|files}/{hoa}/{feature}/...`. Throws Refusal. */
export const fileOf = async (tx: Tx, key: string, feature: UploadFeature): Promise<StoredFile> => {
  const file = await tx.file(key);
  if (file.key.split('/')[2] !== feature) throw new Refusal('not_found', 'File not found');
  return file;
};

/** Asks the outbox to delete a stored file. */
export const deleteFile = (key: string): Effect => ({ kind: 'deleteFile', key: `deleteFile:${key}`, payload: { key } });
