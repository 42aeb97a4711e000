import { useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { UploadFeature } from '../../schema/uploads.ts';
import type { MutatorName } from '../../sync/index.ts';
import { UploadError, uploadFile } from '../files.ts';
import { discardUpload, keepUpload } from '../pending-uploads.ts';
import { useUser } from '../session.ts';
import { save, useOnline } from '../store.ts';
import { sentenceOf } from './refusal.ts';

/** What to do with the chosen file: upload it first, keep it here until there is a connection, or leave it out. */
export type Way = 'upload' | 'later' | 'without';
/** `unreached`: the file could not be sent, but nobody refused it, so that it may be sent later. */
export type Failure = { message: string; unreached: boolean };

type Kind<Draft> = {
  feature: UploadFeature;
  mutation: MutatorName;
  /** Names the file's key in a record that stands already. */
  attach: MutatorName;
  argsOf(values: Draft): object;
  failed: string;
  /** Says why an upload failed; null where it was not tried, for want of a connection. */
  uploadFailed(error: UploadError | null): string;
};

/** Creates one record, once, however often it is tried. `progress` is 0 to 1 while a file goes up. */
export const useCreate = <Draft>(kind: Kind<Draft>) => {
  const [id] = useState(() => uuidv7());
  const [failure, setFailure] = useState<Failure | null>(null);
  const [created, setCreated] = useState(false);
  const { progress, upload } = useUpload(kind.feature);
  const online = useOnline();
  const keep = useKeep(kind, id);
  const busy = useRef(false);

  const send = async (values: Draft, file: File | null, way: Way) => {
    if (file && way === 'upload' && !online) return setFailure({ message: kind.uploadFailed(null), unreached: true });
    const photo_url = file && way === 'upload' ? await upload(file) : null;
    const write = () => save(kind.mutation, { id, ...kind.argsOf(values), photo_url });
    await (file && way === 'later' ? keep(file, write) : write());
    setCreated(true);
  };
  const create = async (values: Draft, file: File | null, way: Way) => {
    if (busy.current || created) return;
    busy.current = true;
    setFailure(null);
    await send(values, file, way)
      .catch((error) => setFailure(failureOf(error, kind)))
      .finally(() => {
        busy.current = false;
      });
  };
  return { create, created, progress, failure, dismiss: () => setFailure(null) };
};

const failureOf = (error: unknown, { failed, uploadFailed }: Pick<Kind<never>, 'failed' | 'uploadFailed'>): Failure =>
  error instanceof UploadError
    ? { message: uploadFailed(error), unreached: !error.status || error.status >= 500 }
    : { message: sentenceOf(error, failed), unreached: false };

/** Uploads a file and gives its key; a file that is already up is not sent again. */
const useUpload = (feature: UploadFeature) => {
  const [progress, setProgress] = useState<number | null>(null);
  const last = useRef<{ file: File; key: string } | null>(null);
  const upload = async (file: File): Promise<string> => {
    if (last.current?.file === file) return last.current.key;
    setProgress(0);
    try {
      const { s3Key } = await uploadFile(feature, file, setProgress);
      last.current = { file, key: s3Key };
      return s3Key;
    } finally {
      setProgress(null);
    }
  };
  return { progress, upload };
};

/** Keeps a file here and then writes the record. The file first: it could not be had again. */
const useKeep = ({ feature, attach: mutation }: Pick<Kind<never>, 'feature' | 'attach'>, record_id: string) => {
  const { id: user_id } = useUser();
  return async (file: File, write: () => Promise<void>) => {
    const id = uuidv7();
    await keepUpload({ id, user_id, feature, file, mutation, args: { id: record_id } });
    try {
      await write();
    } catch (error) {
      await discardUpload(id);
      throw error;
    }
  };
};
