import type { Effects } from '../../schema/outbox.ts';
import type { Entity, Rows } from '../../schema/rows.ts';
import { type Upload, uploads } from '../../schema/tables/uploads.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import type { Tx } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { queryAll } from '../queries/query.ts';
import { withoutFileName } from '../services/uploads.ts';
import { transactAsSystem } from '../transact.ts';

type Payload = Effects['renameFiles'];
type Stored = Upload & { final_key: string };

/** Each takes up to 4 of the 50 subrequests that Cloudflare allows. */
const FILES_PER_RUN = 8;

/** Keys had the name of their file at their end once. Those of an erased user's files, and those with their name or email,
 * lose it; the job goes on in a row of its own. */
export const renameFiles: Job<'renameFiles'> = async (deps, payload, { hoa_id }) => {
  const found = await findNamed(deps, hoa_id, payload);
  for (const upload of found) await rename(deps, hoa_id, upload);
  const last = found.at(-1)?.final_key;
  if (last === undefined || found.length < FILES_PER_RUN) return;
  const continueLater = async (tx: Tx) =>
    tx.after({
      kind: 'renameFiles',
      key: outboxKeys.renameFiles(payload.id, withoutFileName(last)),
      payload: { ...payload, after: last },
    });
  await transactAsSystem(deps, hoa_id, continueLater, { action: null });
};

const findNamed = ({ db }: Deps, hoa_id: string, { id, name, email, after }: Payload): Promise<Stored[]> => {
  // As keys were made of names. An underscore stands for any one character, too.
  const patterns = [name, email].filter(Boolean).map((text) => `%${text.normalize('NFKD').replace(/[^\w-]+/g, '_')}%`);
  const tests = ['user_id = ?', ...patterns.map(() => 'final_key LIKE ?')].join(' OR ');
  return queryAll<Stored>(
    db,
    `SELECT * FROM uploads WHERE hoa_id = ? AND final_key > ? AND final_key < ? AND final_key LIKE 'files/%/%/%/%'
      AND pending = 0 AND (${tests}) ORDER BY final_key LIMIT ${FILES_PER_RUN}`,
    [hoa_id, after ?? `files/${hoa_id}/`, `files/${hoa_id}0`, id, ...patterns],
    { table: uploads },
  );
};

/** The copy is the same however often it is made; the file of before is deleted once no record names it. */
const rename = async (deps: Deps, hoa_id: string, { key, final_key: from, content_type, record }: Stored) => {
  const to = withoutFileName(from);
  await deps.storage.copy(from, to, content_type);
  const run = async (tx: Tx) => {
    const slash = record?.indexOf('/') ?? -1;
    const entity = record?.slice(0, slash) as Entity;
    const row = record && (await tx.get(entity, record.slice(slash + 1)));
    if (row) await tx.put(entity, naming(row as Rows[Entity], from, to) as Rows[typeof entity]);
    tx.after({ kind: 'deleteFile', key: outboxKeys.deleteFile(to, 'renamed'), payload: { key: from } });
  };
  const renameUpload = {
    sql: 'UPDATE uploads SET key = ?, final_key = ? WHERE key = ?',
    args: [withoutFileName(key), to, key],
  };
  // A file that was replaced waits for its deletion.
  const renameWaiting = {
    sql: `UPDATE outbox SET payload = replace(payload, ?1, ?2), idempotency_key = replace(idempotency_key, ?1, ?2), id = replace(id, ?1, ?2)
      WHERE hoa_id = ?3 AND status <> 'done' AND kind IN ('deleteFile', 'checkFile') AND instr(payload, ?1)`,
    args: [from, to, hoa_id],
  };
  await transactAsSystem(deps, hoa_id, run, { action: null, statementsBefore: [renameUpload, renameWaiting] });
};

const naming = <Row>(row: Row, from: string, to: string): Row =>
  JSON.parse(JSON.stringify(row).replaceAll(JSON.stringify(from), () => JSON.stringify(to))) as Row;
