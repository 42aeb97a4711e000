import { useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { RequestCategory } from '../../schema/requests.ts';
import { UploadError, uploadFile } from '../files.ts';
import { discardUpload, keepUpload } from '../pending-uploads.ts';
import { useUser } from '../session.ts';
import { useMutate, useSync } from '../store.ts';
import { sanitize } from '../ui/rich-text.tsx';
import { sentenceOf } from './refusal.ts';

export type RequestDraft = { title: string; category: RequestCategory; description: string };
/** What to do with the chosen file: upload it first, keep it here until there is a connection, or leave it out. */
export type Way = 'upload' | 'later' | 'without';
/** `unreached`: the file could not be sent, but nobody refused it, so that it may be sent later. */
export type Failure = { message: string; unreached: boolean };

const FALLBACK = 'Failed to create request. Please try again.';
const OFFLINE: Failure = { message: 'Failed to upload file: you are offline.', unreached: true };

/** Creates one request, once, however often it is tried. `progress` is 0 to 1 while a file goes up. */
export const useCreateRequest = () => {
  const [id] = useState(() => uuidv7());
  const [failure, setFailure] = useState<Failure | null>(null);
  const [created, setCreated] = useState(false);
  const { progress, upload } = useUpload();
  const { online } = useSync();
  const keep = useKeep(id);
  const mutate = useMutate();
  const busy = useRef(false);

  const send = async (values: RequestDraft, file: File | null, way: Way) => {
    if (file && way === 'upload' && !(online && navigator.onLine)) return setFailure(OFFLINE);
    const photo_url = file && way === 'upload' ? await upload(file) : null;
    const args = { id, ...values, description: sanitize(values.description), photo_url };
    const write = () => mutate('createRequest', args);
    await (file && way === 'later' ? keep(file, write) : write());
    setCreated(true);
  };
  const create = async (values: RequestDraft, file: File | null, way: Way) => {
    if (busy.current || created) return;
    busy.current = true;
    setFailure(null);
    await send(values, file, way)
      .catch((error) => setFailure(failureOf(error)))
      .finally(() => {
        busy.current = false;
      });
  };
  return { create, created, progress, failure, dismiss: () => setFailure(null) };
};

const failureOf = (error: unknown): Failure =>
  error instanceof UploadError
    ? { message: error.message, unreached: !error.status || error.status >= 500 }
    : { message: sentenceOf(error, FALLBACK), unreached: false };

/** Uploads a file and gives its key; a file that is already up is not sent again. */
const useUpload = () => {
  const [progress, setProgress] = useState<number | null>(null);
  const last = useRef<{ file: File; key: string } | null>(null);
  const upload = async (file: File): Promise<string> => {
    if (last.current?.file === file) return last.current.key;
    setProgress(0);
    try {
      const { s3Key } = await uploadFile('requests', file, setProgress);
      last.current = { file, key: s3Key };
      return s3Key;
    } finally {
      setProgress(null);
    }
  };
  return { progress, upload };
};

/** Keeps a file here and then writes the request. The file first: it could not be had again. */
const useKeep = (request_id: string) => {
  const { id: user_id } = useUser();
  return async (file: File, write: () => Promise<void>) => {
    const id = uuidv7();
    const args = { id: request_id };
    await keepUpload({ id, user_id, feature: 'requests', file, mutation: 'attachRequestFile', args });
    try {
      await write();
    } catch (error) {
      await discardUpload(id);
      throw error;
    }
  };
};
