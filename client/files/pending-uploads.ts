import { createStore, del, delMany, entries, get, promisifyRequest, set, type UseStore } from 'idb-keyval';
import { extensionOf, type UploadFeature } from '../../schema/uploads.ts';
import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import { LONGEST_WAIT_MS, waitOf } from '../../sync/client/retry-after.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { Refusal } from '../../sync/tx.ts';
import { isOnline } from '../device/http.ts';
import { withLock } from '../device/locks.ts';
import { type UploadedFile, uploadFile } from './file-calls.ts';

/** A file waiting for a connection, and the mutation that will reference it after the upload. */
type PendingUpload = {
  id: string;
  user_id: string;
  feature: UploadFeature;
  file: File;
  mutation: MutatorName;
  args: Record<string, unknown>;
  at: string;
  message?: string;
};

const files = createStore('porchlight-uploads', 'files');
/** A write ends once it is on the disk, since the outbox then calls the file kept on this device. */
const store: UseStore = (mode, run) =>
  files('readonly', ({ transaction: { db } }) =>
    run(db.transaction('files', mode, { durability: 'strict' }).objectStore('files')),
  );
const NO_ROOM =
  'This device doesn’t have enough space to save the file. Free up some space, or send it when you are online.';
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

export const onUploads = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const progress = new Map<string, number>();
const progressListeners = new Set<() => void>();
const report = (id: string, part: number | undefined) => {
  if (part === undefined) progress.delete(id);
  else progress.set(id, part);
  for (const listener of progressListeners) listener();
};

/** How far the upload of a waiting file is, 0 to 1; undefined while it waits. */
export const progressOf = (id: string): number | undefined => progress.get(id);
export const onProgress = (listener: () => void): (() => void) => {
  progressListeners.add(listener);
  return () => progressListeners.delete(listener);
};

/** Throws Refusal when the device has no room for it. */
export const keepUpload = async (upload: Omit<PendingUpload, 'at'>): Promise<void> => {
  try {
    await set(upload.id, { ...upload, at: new Date().toISOString() }, store);
  } catch (error) {
    console.error('A file could not be kept', error);
    throw new Refusal('invalid', NO_ROOM);
  }
  changed();
};

/** The file that waits; undefined once it was sent or discarded. */
export const waitingFile = async (id: string): Promise<File | undefined> =>
  (await get<PendingUpload>(id, store).catch(() => undefined))?.file;

export const discardUpload = async (id: string): Promise<void> => {
  await del(id, store);
  waits.delete(id);
  changed();
};

/** Empty where site data is blocked. */
const storedFiles = async () => {
  try {
    return await entries<string, PendingUpload>(store);
  } catch {
    return [];
  }
};

const uploadsOf = async (user_id: string): Promise<PendingUpload[]> => {
  const kept = await storedFiles();
  return kept.map(([, upload]) => upload).filter((upload) => upload.user_id === user_id);
};

export const listUploads = async (user_id: string): Promise<OutboxItem[]> =>
  (await uploadsOf(user_id)).map(({ id, mutation, args, file, at, message }) => ({
    id,
    kind: 'upload' as const,
    mutation,
    args: { ...args, fileName: file.name },
    state: 'device' as const,
    at,
    message,
  }));

export const removeUploads = async (user_id: string): Promise<void> => {
  const ids = (await uploadsOf(user_id)).map(({ id }) => id);
  if (ids.length > 0) await delMany(ids, store);
  changed();
};

type Save = (name: MutatorName, args: object) => Promise<void>;
type Sender = { user_id: string; save: Save; stopped: AbortController; running: boolean };

const PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

let sender: Sender | undefined;
let pause = PAUSE_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
/** When a file that met a limit is sent again, by its id. */
const waits = new Map<string, number>();

/** Starts uploading for this user. The returned function stops at once and aborts a running upload. */
export const startUploads = (user_id: string, save: Save): (() => void) => {
  const current: Sender = { user_id, save, stopped: new AbortController(), running: false };
  sender = current;
  return () => {
    current.stopped.abort();
    clearTimeout(timer);
    if (sender === current) sender = undefined;
  };
};

/** One file after the other. A file that the server refuses stays, with the reason. Other failures are retried after a
 * pause, because a new connection often fails once more; over a limit a file waits as long as the server says, unless
 * `now` says that a person asks for it. */
export const resumeUploads = async ({ now = false } = {}): Promise<void> => {
  const current = sender;
  if (!current || current.running || !isOnline()) return;
  if (now) waits.clear();
  clearTimeout(timer);
  current.running = true;
  const failed = await sendAll(current).finally(() => {
    current.running = false;
  });
  const wait = failed ? pause : Math.min(...waits.values()) - Date.now();
  if (wait < Number.POSITIVE_INFINITY && sender === current)
    timer = setTimeout(() => void resumeUploads(), Math.max(wait, PAUSE_MS));
  pause = failed ? Math.min(pause * 2, LONGEST_PAUSE_MS) : PAUSE_MS;
};

/** Resolves to whether a retry is due. One tab at a time, so that no file is sent twice. */
const sendAll = (current: Sender): Promise<boolean> =>
  withLock(
    `porchlight-uploads/${current.user_id}`,
    async (lock) => {
      let failures = 0;
      if (lock)
        for (const upload of await uploadsOf(current.user_id))
          if (!isWaiting(upload)) failures += (await send(upload, current)) ? 0 : 1;
      return failures > 0;
    },
    { ifAvailable: true },
  );

const isWaiting = ({ id }: PendingUpload): boolean => {
  const left = (waits.get(id) ?? 0) - Date.now();
  // More than was ever waited for: the device's clock was set back.
  return left > 0 && left <= LONGEST_WAIT_MS;
};

const TOO_MANY_REQUESTS = 429;

const send = async (upload: PendingUpload, { save, stopped: { signal } }: Sender): Promise<boolean> => {
  try {
    signal.throwIfAborted();
    waits.delete(upload.id);
    const uploaded = await uploadFile(upload.feature, upload.file, (part) => report(upload.id, part), signal);
    signal.throwIfAborted();
    // It may have been removed meanwhile.
    if (!(await waitingFile(upload.id))) return true;
    await save(upload.mutation, { ...upload.args, ...fileArgs(upload.mutation, uploaded) });
    await discardUpload(upload.id);
    return true;
  } catch (error) {
    const { status = 0, details } = error as { status?: number; details?: unknown };
    // An expired session does not refuse the file.
    if (signal.aborted || status < 400 || status >= 500 || status === 401) return false;
    if (status === TOO_MANY_REQUESTS) waits.set(upload.id, Date.now() + waitOf(details));
    await storeRefusal(upload.id, (error as Error).message);
    return true;
  } finally {
    report(upload.id, undefined);
  }
};

const storeRefusal = async (id: string, message: string): Promise<void> => {
  await store('readwrite', async (files) => {
    const upload = await promisifyRequest<PendingUpload | undefined>(files.get(id));
    if (upload) files.put({ ...upload, message }, id);
  });
  changed();
};

const fileArgs = (mutation: MutatorName, { s3Key, fileName, fileSize }: UploadedFile): Record<string, unknown> =>
  mutation === 'updateAnnouncement'
    ? { attachment: { s3_key: s3Key, filename: fileName, file_size: fileSize, file_type: extensionOf(fileName) } }
    : { photo_url: s3Key };
