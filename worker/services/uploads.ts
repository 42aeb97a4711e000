import type * as z from 'zod/mini';
import { uploadLimits } from '../../schema/limits.ts';
import type { presignInput } from '../../schema/upload-inputs.ts';
import {
  displayName,
  extensionOf,
  FILE_TYPE_MESSAGES,
  FILE_TYPES,
  isAllowedFile,
  type StoredFile,
  type UploadFeature,
} from '../../schema/uploads.ts';
import { can } from '../../sync/roles.ts';
import { type Actor, authorize, Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { countUses } from './limits.ts';

export const FILE_NOT_FOUND = 'File not found';
const FILE_PENDING = 'This file is still being checked. You can download it after the check.';

type UploadDeps = Pick<Deps, 'db' | 'storage' | 'now'>;

/** Returns a link for one upload and the key that a record may use. Every user may attach files to requests and to
 * messages about their violations, and who left the board to proxies of a meeting they had a desk in: the mutators see
 * to the rest. Other features require their managers. Throws Refusal('forbidden' | 'invalid'), LimitReached. */
export const issueUpload = async (
  deps: UploadDeps,
  actor: Actor,
  feature: UploadFeature,
  { fileName, fileType, fileSize }: z.infer<typeof presignInput>,
): Promise<{ uploadUrl: string; s3Key: string }> => {
  authorize(isForAll(feature) || can(actor.role, `${feature}.manage`));
  const name = displayName(fileName);
  const type = FILE_TYPES[extensionOf(name)];
  if (type === undefined || !isAllowedFile(name, fileType)) throw new Refusal('invalid', FILE_TYPE_MESSAGES[feature]);
  const key = `tmp/${storagePath(actor.hoa_id, feature, name)}`;
  const uploadUrl = await deps.storage.presignPut(key, type, fileSize);
  const args = [key, actor.hoa_id, actor.id, feature, name, type, fileSize, deps.now().toISOString()];
  const sql = `INSERT INTO uploads (key, hoa_id, user_id, feature, name, content_type, size, created_at)
    SELECT ?, ?, ?, ?, ?, ?, ?, ? WHERE changes() > 0`;
  await countUses(deps, uploadLimits(actor, fileSize), [{ sql, args }]);
  return { uploadUrl, s3Key: key };
};

const isForAll = (feature: UploadFeature) => ['requests', 'violations', 'meetings'].includes(feature);

/** Stores a file sent through the worker. Returns the key that a record may use. Throws Refusal('forbidden' | 'invalid').
 * */
export const uploadFile = async (
  deps: UploadDeps,
  actor: Actor,
  feature: UploadFeature,
  file: File,
): Promise<string> => {
  const info = { fileName: file.name, fileType: file.type, fileSize: file.size };
  const { s3Key } = await issueUpload(deps, actor, feature, info);
  const type = FILE_TYPES[extensionOf(file.name)] ?? file.type;
  await deps.storage.put(s3Key, new Uint8Array(await file.arrayBuffer()), type);
  return s3Key;
};

/** Valid for five minutes. Throws Refusal('conflict') until the bytes have been checked. */
export const downloadUrl = async (deps: Pick<Deps, 'storage'>, file: StoredFile): Promise<string> => {
  if (file.pending) throw new Refusal('conflict', FILE_PENDING);
  return deps.storage.presignGet(file.key, file.name, file.type);
};

const NAMED_KEY = /((?:tmp|files)\/[\w-]+\/\w+\/[0-9a-f-]{36})\/[\w-]+(\.\w+)/g;

/** A key, or a text with keys, without the names of files that keys ended with once:
 * `files/HOA/requests/UUID/letter.pdf`. */
export const withoutFileName = (text: string): string => text.replace(NAMED_KEY, '$1$2');

/** Hard to guess, and without a word of the name: keys stand in addresses, logs and backups. Downloads are named by their
 * row. */
export const storagePath = (hoa_id: string, feature: string, name: string) =>
  `${hoa_id}/${feature}/${crypto.randomUUID()}.${extensionOf(name)}`;
