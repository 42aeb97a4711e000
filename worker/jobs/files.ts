import type { InStatement } from '@libsql/client';
import type { PhotoEntity } from '../../schema/photos.ts';
import { type Upload, uploads } from '../../schema/tables/uploads.ts';
import { ENTITY_NAMES, type FileEntity } from '../../sync/index.ts';
import { withdrawFile } from '../../sync/photos/file-checks.ts';
import { serverEntities } from '../../sync/server/entities.ts';
import { guard } from '../../sync/server/queue.ts';
import { shapes } from '../../sync/server/tables.ts';
import { Refusal } from '../../sync/tx.ts';
import { queryBatch, queryOne } from '../queries/query.ts';
import { queueDeletion, storeUpload } from '../services/claims.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';

/** Checks a file that a record claimed unchecked. A bad file is removed from the record and its author gets a refusal.
 * Throws while storage does not respond. */
export const checkFile: Job<'checkFile'> = async (deps, { key, user_id, client_group_id }, { hoa_id }) => {
  const sql = 'SELECT * FROM uploads WHERE final_key = ?';
  const upload = await queryOne<Upload>(deps.db, sql, [key], { table: uploads });
  if (!upload) return deps.storage.delete(key);
  if (!upload.pending || !upload.record) return;
  const [entity, id] = splitRecord(upload.record);
  const { files } = serverEntities[entity];
  const checked = await storeUpload(deps.storage, upload, key);
  const update = checked instanceof Refusal ? deleteUpload(key) : confirmUpload(key, checked.size);
  const statementsBefore = [guardPending(key), queueDeletion('final_key = :key', key, deps.now()), update];
  await transactAsSystem(
    deps,
    hoa_id,
    (tx) =>
      checked instanceof Refusal
        ? withdrawFile(tx, files, id, {
            key,
            name: upload.name,
            reason: checked,
            user_id,
            client_group_id: String(client_group_id),
          })
        : files.confirm(tx, id, { key, name: upload.name, size: checked.size ?? 0, type: upload.content_type }),
    { action: 'checkFile', statementsBefore },
  );
};

const splitRecord = (record: string): [FileEntity, string] => {
  const slash = record.indexOf('/');
  return [record.slice(0, slash) as FileEntity, record.slice(slash + 1)];
};

const guardPending = (key: string): InStatement =>
  guard('EXISTS (SELECT 1 FROM uploads WHERE final_key = ? AND pending = 1)', [key]);

const confirmUpload = (key: string, size: number | null): InStatement => ({
  sql: 'UPDATE uploads SET pending = 0, size = ? WHERE final_key = ?',
  args: [size, key],
});

const deleteUpload = (key: string): InStatement => ({ sql: 'DELETE FROM uploads WHERE final_key = ?', args: [key] });

/** The entities whose records name files, each with its table. */
export const FILE_ENTITIES = ENTITY_NAMES.flatMap((entity) => {
  const { files } = serverEntities[entity];
  return files ? [{ entity, table: shapes[entity].name, ...files }] : [];
});

/** An SQL condition: a record names the file. `key` is SQL. */
export const isNamed = (key: string): string =>
  `(${FILE_ENTITIES.flatMap(({ entity, table, hasMore, where, ...first }) => [
    `EXISTS (SELECT 1 FROM ${table} t WHERE ${first.key} = ${key}${where ? ` AND ${where}` : ''})`,
    ...(hasMore ? [`EXISTS (${moreFiles(entity as PhotoEntity, key)})`] : []),
  ]).join(' OR ')})`;

/** A query of the record aliased `t` that lists the file among its others, as the JSON `f.value`. The upload says which
 * record it is, because a list inside a row has no index. */
export const moreFiles = (entity: PhotoEntity, key: string, select = '1', where = 'TRUE'): string =>
  `SELECT ${select} FROM uploads u INDEXED BY uploads_final
    CROSS JOIN ${shapes[entity].name} t ON t.id = substr(u.record, ${entity.length + 2})
    JOIN json_each(t.more_photos) f ON f.value ->> '$.key' = u.final_key
    WHERE u.final_key = ${key} AND u.record LIKE '${entity}/%' AND ${where}`;

/** A record may have attached the file again since its deletion was queued. */
const IS_NAMED = isNamed(':key');

export const deleteFile: Job<'deleteFile'> = async (deps, { key }) => {
  // Deletes the upload's row first, so that a record can no longer claim the file.
  const [[row]] = await queryBatch<[{ named: number }[]]>(
    deps.db,
    [
      { sql: `SELECT ${IS_NAMED} AS named`, args: { key } },
      queueDeletion(`final_key = :key AND NOT ${IS_NAMED}`, key, deps.now()),
      { sql: `DELETE FROM uploads WHERE final_key = :key AND NOT ${IS_NAMED}`, args: { key } },
    ],
    'write',
  );
  if (!row?.named) await deps.storage.delete(key);
};
