import type { InStatement } from '@libsql/client';
import type { Upload } from '../../schema/tables/uploads.ts';
import { FILE_EMPTY_MESSAGE, FILE_LIMIT, FILE_SIZE_MESSAGE, FILE_TYPE_MESSAGES } from '../../schema/uploads.ts';
import { isStaff } from '../../sync/roles.ts';
import { queueSelected } from '../../sync/server/queue.ts';
import type { WriteDeps } from '../../sync/server/transact.ts';
import type { FileClaim } from '../../sync/server/tx.ts';
import { type Actor, Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { queryBatch } from '../queries/query.ts';
import { matchesType, SIGNATURE_BYTES } from './file-signatures.ts';
import { logError } from './log.ts';
import { FILE_NOT_FOUND, storagePath } from './uploads.ts';

type StorageDeps = Pick<Deps, 'db' | 'storage'>;
type ClaimDeps = StorageDeps & Pick<Deps, 'now' | 'waitUntil'>;
type PushClaimDeps = ClaimDeps & Pick<Deps, 'log'>;

type StoredUpload = { upload: Upload; final_key: string; size: number | null; pending?: true };
type CheckUpload = (upload: Upload, final_key: string) => Promise<StoredUpload | Refusal>;

/** Returns per key its file, or the Refusal for using it. Verified bytes are copied once to a key that no upload link
 * can write, so that repeated claims give the same result. Throws if the database or `check` fails. */
export const claimUploads = async (
  deps: ClaimDeps,
  actor: Actor,
  keys: string[],
  check: CheckUpload = (upload, final_key) => storeUpload(deps.storage, upload, final_key),
): Promise<Map<string, FileClaim | Refusal>> => {
  const uploadsBefore = await findUploads(deps, actor, keys);
  // In the order of the record's files, of which a push checks the first.
  const unclaimed = keys.flatMap((key) => uploadsBefore.find((one) => one.key === key && one.final_key === null) ?? []);
  const results = await Promise.all(unclaimed.map((upload) => check(upload, finalKey(upload))));
  const copies = results.filter((result): result is StoredUpload => !(result instanceof Refusal) && !result.pending);
  const uploads = copies.length === 0 ? uploadsBefore : await saveCopies(deps, actor, keys, copies);
  const claim = (key: string): FileClaim | Refusal => {
    const upload = uploads.find((one) => one.key === key || one.final_key === key);
    if (upload?.final_key) return claimOf(upload, upload.final_key, upload.pending);
    const result = results[unclaimed.findIndex((one) => one.key === key)];
    if (result instanceof Refusal) return result;
    return result ? claimOf(result.upload, result.final_key, true) : new Refusal('not_found', FILE_NOT_FOUND);
  };
  return new Map(keys.map((key) => [key, claim(key)]));
};

/** A check takes up to 4 of the 50 subrequests that Cloudflare allows; a push needs about 10, the outbox 28. */
const CHECKS_PER_PUSH = 3;
/** A client waits 10 s for its push. */
const CHECK_TIMEOUT_MS = 3000;

/** Claims the first three files unchecked if storage does not respond, and all others unchecked: a push that waited for
 * storage would block every later mutation of its client. The outbox checks those files later. */
export const claimForPush = (deps: PushClaimDeps): WriteDeps['claim'] => {
  let checks = CHECKS_PER_PUSH;
  const check: CheckUpload = async (upload, final_key) => {
    const unchecked: StoredUpload = { upload, final_key, size: upload.size, pending: true };
    if (checks <= 0) return unchecked;
    checks -= 1;
    return withTimeout(CHECK_TIMEOUT_MS, storeUpload(deps.storage, upload, final_key)).catch((error) => {
      logError(deps, 'file claimed unchecked', error, { feature: upload.feature, hoa: upload.hoa_id });
      checks = 0;
      return unchecked;
    });
  };
  return (actor, keys) => claimUploads(deps, actor, keys, check);
};

const withTimeout = <T>(ms: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Storage has not answered for ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });

const finalKey = ({ hoa_id, feature, name }: Upload) => `files/${storagePath(hoa_id, feature, name)}`;

/** Copies an upload to a key that the uploader cannot write, then checks size and signature of the copy. Returns
 * Refusal invalid or not_found; throws if storage fails. */
export const storeUpload = async (
  storage: Deps['storage'],
  upload: Upload,
  final_key: string,
): Promise<StoredUpload | Refusal> => {
  if (await isTooLarge(storage, upload)) return new Refusal('invalid', FILE_SIZE_MESSAGE);
  if (!(await storage.copy(upload.key, final_key, upload.content_type)))
    return new Refusal('not_found', FILE_NOT_FOUND);
  const found = await storage.peek(final_key, SIGNATURE_BYTES);
  if (!found) throw new Error(`The copy ${final_key} is missing`);
  const problem = problemWith(upload, found);
  if (problem === undefined) return { upload, final_key, size: found.size };
  await storage.delete(final_key);
  return new Refusal('invalid', problem);
};

/** An upload link without a given length accepts any size. */
const isTooLarge = async (storage: Deps['storage'], { key, size }: Upload) =>
  size === null && ((await storage.head(key))?.size ?? 0) > FILE_LIMIT;

const problemWith = (upload: Upload, found: { size: number; bytes: Uint8Array }): string | undefined => {
  if (found.size > FILE_LIMIT || (upload.size !== null && found.size !== upload.size)) return FILE_SIZE_MESSAGE;
  if (found.size === 0) return FILE_EMPTY_MESSAGE;
  return matchesType(found.bytes, upload.content_type) ? undefined : FILE_TYPE_MESSAGES[upload.feature];
};

/** The first of two concurrent claims wins; the other's copy is deleted. */
const saveCopies = async (deps: ClaimDeps, actor: Actor, keys: string[], copies: StoredUpload[]) => {
  const updates = copies.flatMap((copy) => [
    setFinalKey(copy),
    queueDeletion('key = :key', copy.upload.key, deps.now()),
  ]);
  const uploads = await findUploads(deps, actor, keys, updates);
  const kept = new Set(uploads.map((upload) => upload.final_key));
  const lost = copies.filter(({ final_key }) => !kept.has(final_key));
  deps.waitUntil(Promise.all(lost.map(({ final_key }) => deps.storage.delete(final_key))));
  return uploads;
};

const setFinalKey = ({ upload, final_key, size }: StoredUpload): InStatement => ({
  sql: 'UPDATE uploads SET final_key = ?, size = ? WHERE key = ? AND final_key IS NULL',
  args: [final_key, size, upload.key],
});

/** Longer than the lifetime of an upload link and than any concurrent claim. */
const DELETE_AFTER_MS = 3_600_000;

/** `where` selects the upload by `:key`. The file is deleted after an hour. */
export const queueDeletion = (where: string, key: string, now: Date): InStatement =>
  queueSelected(
    `SELECT hoa_id, 'deleteFile' AS kind, json_object('key', key) AS payload, 'forget/' || key AS key, :due AS due
      FROM uploads WHERE ${where}`,
    { key, due: new Date(now.getTime() + DELETE_AFTER_MS).toISOString() },
  );

const findUploads = async (
  deps: StorageDeps,
  actor: Actor,
  keys: string[],
  updates: InStatement[] = [],
): Promise<Upload[]> => {
  const named = JSON.stringify(keys);
  const results = await queryBatch<Upload[][]>(
    deps.db,
    [
      ...updates,
      {
        sql: `SELECT * FROM uploads WHERE hoa_id = ? AND key IN (SELECT value FROM json_each(?))
          UNION SELECT * FROM uploads WHERE hoa_id = ? AND final_key IN (SELECT value FROM json_each(?))`,
        args: [actor.hoa_id, named, actor.hoa_id, named],
      },
    ],
    updates.length === 0 ? 'read' : 'write',
  );
  return (results.at(-1) ?? []).filter((upload) => upload.user_id === actor.id || isStaff(actor.role));
};

const claimOf = (
  { key, record, name, size, content_type }: Upload,
  final_key: string,
  pending: boolean,
): FileClaim => ({
  upload: key,
  record,
  file: { key: final_key, name, size: size ?? 0, type: content_type, ...(pending && { pending: true }) },
});
