import { createStore, del, entries, set } from 'idb-keyval';
import { extensionOf, type UploadFeature } from '../schema/uploads.ts';
import type { OutboxItem } from '../sync/client/outbox.ts';
import type { MutatorName } from '../sync/index.ts';
import { type UploadedFile, uploadFile } from './files.ts';

/** A file kept on the device until there is a connection, and the change that will name its key. */
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

const store = createStore('porchlight-uploads', 'files');
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** Calls back whenever the waiting files change. */
export const onUploads = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Keeps a file on this device; it is uploaded, and then named by `mutation`, when there is a connection. */
export const keepUpload = async (upload: Omit<PendingUpload, 'at'>): Promise<void> => {
  await set(upload.id, { ...upload, at: new Date().toISOString() }, store);
  changed();
};

export const discardUpload = async (id: string): Promise<void> => {
  await del(id, store);
  changed();
};

const all = async (user_id: string): Promise<PendingUpload[]> =>
  (await entries<string, PendingUpload>(store))
    .map(([, upload]) => upload)
    .filter((upload) => upload.user_id === user_id);

/** The waiting files as outbox items. */
export const listUploads = async (user_id: string): Promise<OutboxItem[]> =>
  (await all(user_id)).map(({ id, mutation, args, file, at, message }) => ({
    id,
    kind: 'upload' as const,
    mutation,
    args: { ...args, fileName: file.name },
    state: 'device' as const,
    at,
    message,
  }));

type Mutate = (name: MutatorName, args: object) => Promise<void>;

const PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

let running = false;
let pause = PAUSE_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Uploads what waits, one file after the other. What the server refuses stays, with its reason; what merely fails is
 * tried again after a pause: a connection that has just come back often fails once more. */
export const resumeUploads = async (user_id: string, mutate: Mutate): Promise<void> => {
  if (running || !navigator.onLine) return;
  clearTimeout(timer);
  running = true;
  try {
    // One tab at a time, so that a file is not sent twice.
    const failed = await navigator.locks.request('porchlight-uploads', { ifAvailable: true }, async (lock) => {
      let failures = 0;
      if (lock) for (const upload of await all(user_id)) failures += (await send(upload, mutate)) ? 0 : 1;
      return failures > 0;
    });
    if (failed) timer = setTimeout(() => void resumeUploads(user_id, mutate), pause);
    pause = failed ? Math.min(pause * 2, LONGEST_PAUSE_MS) : PAUSE_MS;
  } finally {
    running = false;
  }
};

/** Ends trying again: whoever the files belong to is leaving. */
export const pauseUploads = (): void => clearTimeout(timer);

/** Whether the file is dealt with; false where it is worth another try. */
const send = async (upload: PendingUpload, mutate: Mutate): Promise<boolean> => {
  try {
    const uploaded = await uploadFile(upload.feature, upload.file);
    await mutate(upload.mutation, { ...upload.args, ...argsOf(upload.mutation, uploaded) });
    await discardUpload(upload.id);
    return true;
  } catch (error) {
    const status = (error as { status?: number }).status ?? 0;
    if (status < 400 || status >= 500) return false;
    await set(upload.id, { ...upload, message: (error as Error).message }, store);
    changed();
    return true;
  }
};

/** How a change names its file. */
const argsOf = (mutation: MutatorName, { s3Key, fileName, fileSize }: UploadedFile): Record<string, unknown> =>
  mutation === 'updateAnnouncement'
    ? { attachment: { s3_key: s3Key, filename: fileName, file_size: fileSize, file_type: extensionOf(fileName) } }
    : { photo_url: s3Key };
