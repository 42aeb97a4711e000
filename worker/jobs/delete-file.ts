import { batch } from '../../sync/server/retry.ts';
import { queueDeletion } from '../services/claims.ts';
import type { Job } from './job.ts';

/** Whether any record still names the file: it may have been put back since. */
const NAMED = `(EXISTS (SELECT 1 FROM requests WHERE photo_url = :key)
  OR EXISTS (SELECT 1 FROM violations WHERE photo_url = :key)
  OR EXISTS (SELECT 1 FROM violation_messages WHERE photo_url = :key)
  OR EXISTS (SELECT 1 FROM documents WHERE s3_key = :key)
  OR EXISTS (SELECT 1 FROM announcements WHERE attachment ->> '$.s3_key' = :key AND attachment IS NOT NULL))`;

/** Deletes a stored file that no record names. */
export const deleteFile: Job<'deleteFile'> = async (deps, { key }) => {
  // The upload's row goes first, so that no record can claim what is about to go.
  const [named] = await batch(
    deps.db,
    [
      { sql: `SELECT ${NAMED} AS named`, args: { key } },
      queueDeletion(`final_key = :key AND NOT ${NAMED}`, key, deps.now()),
      { sql: `DELETE FROM uploads WHERE final_key = :key AND NOT ${NAMED}`, args: { key } },
    ],
    'write',
  );
  if (!named?.rows[0]?.named) await deps.storage.delete(key);
};
