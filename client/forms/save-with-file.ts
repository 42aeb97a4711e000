import { useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { UploadFeature } from '../../schema/uploads.ts';
import type { MutatorName } from '../../sync/index.ts';
import { UploadError, type UploadedFile, uploadFile } from '../files.ts';
import { messageOf } from '../http.ts';
import { discardUpload, keepUpload } from '../pending-uploads.ts';
import { useUser } from '../session.ts';
import { useOnline } from '../store.ts';
import type { useRecordForm } from './record-form.ts';
import { useSubmit } from './submit.ts';

/** What to do with the chosen file: upload it first, keep it on this device until there is a connection, or leave it
 * out. */
export type UploadChoice = 'upload' | 'later' | 'without';
/** `retryable`: the upload failed or was not tried, but nobody refused the file. */
export type SaveFailure = { message: string; retryable: boolean };

type Options = {
  feature: UploadFeature;
  record_id: string;
  /** The mutator that attaches a file to the record once it is uploaded later; it gets {id, ...the file's key}. */
  attach: MutatorName;
  /** The sentence for a failure without one of its own. */
  fallback: string;
  /** The sentence for a failed upload; null where it was not tried, for want of a connection. */
  uploadMessage?: (error: UploadError | null) => string;
};

/** Writes the record by its mutator, with the file where one was uploaded. Throws Refusal. */
type Write<Values> = (values: Values, uploaded: UploadedFile | null) => Promise<void>;

/** Saves the record of a `useRecordForm` and at most one file, once. `submit` validates, uploads by the choice, writes
 * and ends the draft; offline it fails with a retryable failure unless the choice is 'later' or 'without'. `progress` is
 * 0 to 1 while the file goes up. `discard` drops the draft and the chosen file. */
export const useFormWithFile = <Values extends FieldValues>(
  { form, discard, finish }: Pick<ReturnType<typeof useRecordForm<Values>>, 'form' | 'discard' | 'finish'>,
  { write, onSaved, ...options }: Options & { write: Write<Values>; onSaved?: () => void },
) => {
  const [file, setFile] = useState<File | null>(null);
  const { save, ...saving } = useSaveWithFile(options);
  const submit = (choice: UploadChoice) =>
    form.handleSubmit(async (values) => {
      if (!(await save(file, choice, (uploaded) => write(values, uploaded)))) return;
      finish();
      onSaved?.();
    })();
  const discardAll = () => {
    setFile(null);
    discard();
  };
  return { ...saving, file, setFile, submit, discard: discardAll };
};

const useSaveWithFile = ({ feature, record_id, attach, fallback, uploadMessage = messageOfUpload }: Options) => {
  const { submit, busy, done, failure, dismiss } = useSubmit<SaveFailure>((error) => {
    if (error === OFFLINE) return { message: uploadMessage(null), retryable: true };
    if (!(error instanceof UploadError)) return { message: messageOf(error, fallback), retryable: false };
    return { message: uploadMessage(error), retryable: !error.status || error.status >= 500 };
  });
  const { progress, upload } = useUpload(feature);
  const online = useOnline();
  const { id: user_id } = useUser();

  const save = (file: File | null, choice: UploadChoice, write: (uploaded: UploadedFile | null) => Promise<void>) =>
    submit(async () => {
      if (!file || choice === 'without') return write(null);
      if (choice === 'upload' && !online) throw OFFLINE;
      if (choice === 'upload') return write(await upload(file));
      await keepFile({ user_id, feature, file, mutation: attach, args: { id: record_id } }, () => write(null));
    });
  return { save, busy, done, progress, failure, dismiss };
};

const OFFLINE = new Error('offline');
const messageOfUpload = (error: UploadError | null) => error?.message ?? 'Failed to upload file: you are offline.';

/** A file that is already up is not sent again. */
const useUpload = (feature: UploadFeature) => {
  const [progress, setProgress] = useState<number | null>(null);
  const last = useRef<{ file: File; uploaded: UploadedFile } | null>(null);
  const upload = async (file: File): Promise<UploadedFile> => {
    if (last.current?.file === file) return last.current.uploaded;
    setProgress(0);
    try {
      const uploaded = await uploadFile(feature, file, setProgress);
      last.current = { file, uploaded };
      return uploaded;
    } finally {
      setProgress(null);
    }
  };
  return { progress, upload };
};

/** The file is kept before the record is written: once its form is gone it could not be read again. */
const keepFile = async (upload: Omit<Parameters<typeof keepUpload>[0], 'id'>, write: () => Promise<void>) => {
  const id = uuidv7();
  await keepUpload({ id, ...upload });
  try {
    await write();
  } catch (error) {
    await discardUpload(id);
    throw error;
  }
};
