import { useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Attachment } from '../../schema/announcements.ts';
import { extensionOf } from '../../schema/uploads.ts';
import { messageOf } from '../api.ts';
import { UploadError, uploadFile } from '../files.ts';
import { discardUpload, keepUpload } from '../pending-uploads.ts';
import { useUser } from '../session.ts';
import { useOnline } from '../store.ts';

/** What to do with the chosen file: upload it first, keep it here until there is a connection, or leave it out. */
export type Way = 'upload' | 'later' | 'without';
/** `unreached`: the file could not be sent, but nobody refused it, so that it may be sent later. */
export type Failure = { message: string; unreached: boolean };
/** Writes the announcement, with the attachment where one was uploaded. */
export type Write = (uploaded: Attachment | undefined) => Promise<void>;

const OFFLINE: Failure = { message: 'Failed to upload file: you are offline.', unreached: true };

/** Saves an announcement and its file, once at a time. `progress` is 0 to 1 while a file goes up; `save` gives whether
 * it is saved. `fallback` is said where the failure has no words of its own. */
export const useSave = (id: string, fallback: string) => {
  const [failure, setFailure] = useState<Failure | null>(null);
  const { progress, upload } = useUpload();
  const online = useOnline();
  const keep = useKeep(id);
  const busy = useRef(false);

  const attempt = async (write: Write, file: File | null, way: Way): Promise<Failure | null> => {
    if (!file || way === 'without') return failing(write(undefined));
    if (way === 'later') return failing(keep(file, () => write(undefined)));
    if (!online) return OFFLINE;
    return failing(upload(file).then(write));
  };
  const failing = (work: Promise<void>): Promise<Failure | null> =>
    work.then(
      () => null,
      (error) => failureOf(error, fallback),
    );
  const save = async (write: Write, file: File | null, way: Way): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    setFailure(null);
    const failed = await attempt(write, file, way);
    busy.current = false;
    setFailure(failed);
    return failed === null;
  };
  return { save, progress, failure, dismiss: () => setFailure(null) };
};

const failureOf = (error: unknown, fallback: string): Failure =>
  error instanceof UploadError
    ? { message: error.message, unreached: !error.status || error.status >= 500 }
    : { message: messageOf(error, fallback), unreached: false };

/** Uploads a file and gives it as an attachment; a file that is already up is not sent again. */
const useUpload = () => {
  const [progress, setProgress] = useState<number | null>(null);
  const last = useRef<{ file: File; attachment: Attachment } | null>(null);
  const upload = async (file: File): Promise<Attachment> => {
    if (last.current?.file === file) return last.current.attachment;
    setProgress(0);
    try {
      const { s3Key, fileName, fileSize } = await uploadFile('announcements', file, setProgress);
      const attachment = {
        s3_key: s3Key,
        filename: fileName,
        file_size: fileSize,
        file_type: extensionOf(fileName),
      };
      last.current = { file, attachment };
      return attachment;
    } finally {
      setProgress(null);
    }
  };
  return { progress, upload };
};

/** Keeps a file here and then writes. The file first: it could not be had again. */
const useKeep = (announcement_id: string) => {
  const { id: user_id } = useUser();
  return async (file: File, write: () => Promise<void>) => {
    const id = uuidv7();
    const args = { id: announcement_id };
    await keepUpload({ id, user_id, feature: 'announcements', file, mutation: 'updateAnnouncement', args });
    try {
      await write();
    } catch (error) {
      await discardUpload(id);
      throw error;
    }
  };
};
