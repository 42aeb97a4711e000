import type { InStatement } from '@libsql/client';
import type * as z from 'zod';
import type { StoredFile } from '../schema/requests.ts';
import {
  extensionOf,
  FILE_LIMIT,
  FILE_SIZE_MESSAGE,
  FILE_TYPE_MESSAGES,
  FILE_TYPES,
  isAllowedFile,
  type presignInput,
  type Upload,
  type UploadFeature,
} from '../schema/uploads.ts';
import { can, isStaff } from '../sync/roles.ts';
import { batch } from '../sync/server/retry.ts';
import { type Actor, ask, Refusal } from '../sync/tx.ts';
import type { Deps } from './deps.ts';
import { isGenuine, MAGIC_BYTES } from './magic.ts';

export const FILE_NOT_FOUND = 'File not found';

type Storing = Pick<Deps, 'db' | 'storage'>;
type Issuing = Storing & Pick<Deps, 'now'>;
type Claiming = Issuing & Pick<Deps, 'waitUntil'>;

/** A link for one upload, and the key a record may name once the file is there. Everybody may attach to requests,
 * the board everywhere. Throws Refusal('forbidden' | 'invalid'). */
export const issueUpload = async (
  deps: Issuing,
  actor: Actor,
  feature: UploadFeature,
  { fileName, fileType, fileSize }: z.infer<typeof presignInput>,
): Promise<{ uploadUrl: string; s3Key: string }> => {
  ask(feature === 'requests' || can(actor.role, `${feature}.manage`));
  const name = displayName(fileName);
  const type = FILE_TYPES[extensionOf(name)];
  if (type === undefined || !isAllowedFile(name, fileType)) throw new Refusal('invalid', FILE_TYPE_MESSAGES[feature]);
  const key = `tmp/${place(actor.hoa_id, feature, name)}`;
  const uploadUrl = await deps.storage.presignPut(key, type, fileSize);
  const args = [key, actor.hoa_id, actor.id, feature, name, type, fileSize ?? null, deps.now().toISOString()];
  const sql = `INSERT INTO uploads (key, hoa_id, user_id, feature, name, content_type, size, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
  await batch(deps.db, [{ sql, args }], 'write');
  return { uploadUrl, s3Key: key };
};

/** Uploads a file that came through the worker. Returns the key for a record to claim. Throws Refusal('forbidden' | 'invalid'). */
export const storeUpload = async (deps: Issuing, actor: Actor, feature: UploadFeature, file: File): Promise<string> => {
  const named = { fileName: file.name, fileType: file.type, fileSize: file.size };
  const { s3Key } = await issueUpload(deps, actor, feature, named);
  const type = FILE_TYPES[extensionOf(file.name)] ?? file.type;
  await deps.storage.put(s3Key, new Uint8Array(await file.arrayBuffer()), type);
  return s3Key;
};

/** What each key holds, or why no record may name it. Verified bytes are copied once to a key that no upload link opens,
 * so claiming again gives the same answer. Throws when storage or database fails. */
export const claimUploads = async (
  deps: Claiming,
  actor: Actor,
  keys: string[],
): Promise<Map<string, StoredFile | Refusal>> => {
  const issued = await findUploads(deps, actor, keys);
  const fresh = issued.filter((upload) => upload.final_key === null);
  const verdicts = await Promise.all(fresh.map((upload) => store(deps.storage, upload)));
  const uploads = fresh.length === 0 ? issued : await settle(deps, actor, keys, verdicts);
  const answer = (key: string): StoredFile | Refusal => {
    const upload = uploads.find((one) => one.key === key || one.final_key === key);
    if (upload?.final_key) return stored(upload, upload.final_key);
    const verdict = verdicts[fresh.findIndex((one) => one.key === key)];
    return verdict instanceof Refusal ? verdict : new Refusal('not_found', FILE_NOT_FOUND);
  };
  return new Map(keys.map((key) => [key, answer(key)]));
};

/** A link that downloads a stored file for five minutes. */
export const downloadUrl = (deps: Pick<Deps, 'storage'>, file: StoredFile): Promise<string> =>
  deps.storage.presignGet(file.key, file.name, file.type);

type Copy = { upload: Upload; final_key: string; size: number };

/** Copies what was uploaded out of the uploader's reach, and judges it there. */
const store = async (storage: Deps['storage'], upload: Upload): Promise<Copy | Refusal> => {
  if (await isTooLarge(storage, upload)) return new Refusal('invalid', FILE_SIZE_MESSAGE);
  const final_key = `files/${place(upload.hoa_id, upload.feature, upload.name)}`;
  if (!(await storage.copy(upload.key, final_key, upload.content_type)))
    return new Refusal('not_found', FILE_NOT_FOUND);
  const found = await storage.peek(final_key, MAGIC_BYTES);
  if (!found) throw new Error(`The copy ${final_key} has gone`);
  const wrong = faultOf(upload, found);
  if (wrong === undefined) return { upload, final_key, size: found.size };
  await storage.delete(final_key);
  return new Refusal('invalid', wrong);
};

/** A link without a bound length takes any: ask before copying. */
const isTooLarge = async (storage: Deps['storage'], { key, size }: Upload) =>
  size === null && ((await storage.head(key))?.size ?? 0) > FILE_LIMIT;

const faultOf = (upload: Upload, found: { size: number; bytes: Uint8Array }): string | undefined => {
  if (found.size > FILE_LIMIT || (upload.size !== null && found.size !== upload.size)) return FILE_SIZE_MESSAGE;
  return isGenuine(found.bytes, upload.content_type) ? undefined : FILE_TYPE_MESSAGES[upload.feature];
};

/** Writes the final keys and reads them back. Of two claims at once the first to write wins; the other's copy goes. */
const settle = async (deps: Claiming, actor: Actor, keys: string[], verdicts: (Copy | Refusal)[]) => {
  const copies = verdicts.filter((verdict): verdict is Copy => !(verdict instanceof Refusal));
  const updates = copies.flatMap((copy) => [keep(copy), forget(copy, deps.now())]);
  const uploads = await findUploads(deps, actor, keys, updates);
  const kept = new Set(uploads.map((upload) => upload.final_key));
  const lost = copies.filter(({ final_key }) => !kept.has(final_key));
  deps.waitUntil(Promise.all(lost.map(({ final_key }) => deps.storage.delete(final_key))));
  return uploads;
};

const keep = ({ upload, final_key, size }: Copy): InStatement => ({
  sql: 'UPDATE uploads SET final_key = ?, size = ? WHERE key = ? AND final_key IS NULL',
  args: [final_key, size, upload.key],
});

/** Longer than any upload link lives, and than any claim that began beside this one. */
const FORGET_AFTER_MS = 3_600_000;

/** Has the outbox delete what was uploaded, once nobody can want it any more. */
const forget = ({ upload: { key, hoa_id } }: Copy, now: Date): InStatement => ({
  sql: `INSERT OR IGNORE INTO outbox (id, hoa_id, kind, payload, idempotency_key, next_at, created_at)
    VALUES (?, ?, 'deleteFile', ?, ?, ?, ?)`,
  args: [
    `forget/${key}`,
    hoa_id,
    JSON.stringify({ key }),
    `forget/${key}`,
    new Date(now.getTime() + FORGET_AFTER_MS).toISOString(),
    now.toISOString(),
  ],
});

/** The uploads behind keys, once `updates` are written: one's own, and for the board everybody's of the HOA. */
const findUploads = async (
  deps: Storing,
  actor: Actor,
  keys: string[],
  updates: InStatement[] = [],
): Promise<Upload[]> => {
  const named = JSON.stringify(keys);
  const results = await batch(
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
  const uploads = (results.at(-1)?.rows ?? []) as unknown as Upload[];
  return uploads.filter((upload) => upload.user_id === actor.id || isStaff(actor.role));
};

const stored = ({ name, size, content_type }: Upload, key: string): StoredFile => ({
  key,
  name,
  size: size ?? 0,
  type: content_type,
});

/** Where a file lies under its HOA and feature: unguessable, and readable in the bucket. */
const place = (hoa_id: string, feature: string, name: string) => {
  const extension = extensionOf(name);
  const stem = name.slice(0, -extension.length - 1).normalize('NFKD');
  const safe = stem.replace(/[^\w-]+/g, '_').slice(0, 80) || 'file';
  return `${hoa_id}/${feature}/${crypto.randomUUID()}/${safe}.${extension}`;
};

/** The file's own name: no folders, no control or direction characters. */
const displayName = (fileName: string) =>
  fileName
    .replace(/^.*[\\/]/, '')
    .replace(/\p{C}/gu, '')
    .trim();
