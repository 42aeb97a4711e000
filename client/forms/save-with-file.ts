import { useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { UploadFeature } from '../../schema/uploads.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { ApiError, messageOf } from '../device/http.ts';
import { useUser } from '../device/session.ts';
import { useOnline } from '../device/store.ts';
import { UploadError, type UploadedFile, uploadFile } from '../files/file-calls.ts';
import { discardUpload, keepUpload } from '../files/pending-uploads.ts';
import type { useRecordForm } from './record-form.ts';
import { useSubmit } from './submit.ts';

/** The ways for the chosen file: upload it first, keep it on this device until there is a connection, or leave it
 * out. */
export type UploadChoice = 'upload' | 'later' | 'without';
/** `retryable`: the upload failed or was not tried, but nobody refused the file. */
export type SaveFailure = { message: string; retryable: boolean };

type Options = {
  feature: UploadFeature;
  /** The sentence for a failure without one of its own. */
  fallback: string;
  /** The sentence for a failed upload; null where it was not tried, for want of a connection. */
  uploadMessage?: (error: UploadError | null) => string;
  /** Offline the form asks before it keeps the file on the device until there is a connection. */
  asksOffline?: boolean;
};

/** Writes the record by its mutator, with the file where one was uploaded. Throws Refusal. */
type Write<Values> = (values: Values, uploaded: UploadedFile | null) => Promise<void>;

type RecordForm<Values extends FieldValues> = Pick<
  ReturnType<typeof useRecordForm<Values>>,
  'form' | 'discard' | 'finish'
>;

type FormWithFileOptions<Values extends FieldValues> = Options & {
  record_id: string;
  attach: MutatorName;
  write: Write<Values>;
  onSaved?: () => void;
};

/** Saves the record of a `useRecordForm` and at most one file, once. `submit` validates, uploads by the choice, writes
 * and ends the draft; offline it fails with a retryable failure unless the choice is 'later' or 'without'. `progress` is
 * 0 to 1 while the file goes up. `discard` drops the draft and the chosen file. */
export const useFormWithFile = <Values extends FieldValues>(
  form: RecordForm<Values>,
  { write, record_id, attach, ...options }: FormWithFileOptions<Values>,
) => {
  const { files, setFiles, ...saving } = useFormWithFiles(form, {
    ...options,
    asksOffline: true,
    later: { mutation: attach, args: { id: record_id } },
    write: (values, [uploaded = null]) => write(values, uploaded),
  });
  return { ...saving, file: files[0] ?? null, setFile: (file: File | null) => setFiles(file ? [file] : []) };
};

type Later = Pick<Parameters<typeof keepUpload>[0], 'mutation' | 'args'>;
type WriteAll<Values> = (values: Values, uploaded: UploadedFile[]) => Promise<void>;

/** The same with several files, which offline wait on the device at once. `later` attaches one of them to the record once it is uploaded later. */
export const useFormWithFiles = <Values extends FieldValues>(
  { form, discard, finish }: RecordForm<Values>,
  { write, onSaved, ...options }: Options & { later: Later; write: WriteAll<Values>; onSaved?: () => void },
) => {
  const [files, setFiles] = useState<readonly File[]>([]);
  const { save, ...saving } = useSaveWithFiles(options);
  const submit = (choice: UploadChoice) =>
    form.handleSubmit(async (values) => {
      if (!(await save(files, choice, (uploaded) => write(values, uploaded)))) return;
      finish();
      onSaved?.();
    })();
  const discardAll = () => {
    setFiles([]);
    discard();
  };
  return { ...saving, files, setFiles, submit, discard: discardAll };
};

type SaveWithFilesOptions = Options & { later: Later };

const useSaveWithFiles = ({
  feature,
  later,
  fallback,
  uploadMessage = messageOfUpload,
  asksOffline = false,
}: SaveWithFilesOptions) => {
  const { submit, busy, done, failure, dismiss } = useSubmit<SaveFailure>((error) => {
    if (error === OFFLINE) return { message: uploadMessage(null), retryable: true };
    if (!(error instanceof UploadError)) return { message: messageOf(error, fallback), retryable: false };
    return { message: uploadMessage(error), retryable: !error.status || error.status >= 500 };
  });
  const { progress, upload } = useUpload(feature);
  const online = useOnline();
  const { id: user_id } = useUser();

  const save = (files: readonly File[], choice: UploadChoice, write: (uploaded: UploadedFile[]) => Promise<void>) =>
    submit(async () => {
      if (files.length === 0 || choice === 'without') return write([]);
      if (choice === 'upload' && !online && asksOffline) throw OFFLINE;
      if (choice === 'upload' && online) return write(await upload(files));
      const waiting = files.map((file) => ({ user_id, feature, file, ...later }));
      await keepFiles(waiting, () => write([]));
    });
  return { save, busy, done, progress, failure, dismiss };
};

const OFFLINE = new ApiError(0, 'offline');
const messageOfUpload = (error: UploadError | null) => error?.message ?? 'Failed to upload file: you are offline.';

/** One after the other. A file that is already up is not sent again. */
const useUpload = (feature: UploadFeature) => {
  const [progress, setProgress] = useState<number | null>(null);
  const sent = useRef(new Map<File, UploadedFile>());
  const upload = async (files: readonly File[]): Promise<UploadedFile[]> => {
    setProgress(0);
    try {
      for (const [at, file] of files.entries())
        if (!sent.current.has(file)) {
          const uploaded = await uploadFile(feature, file, (part) => setProgress((at + part) / files.length));
          sent.current.set(file, uploaded);
        }
      return files.flatMap((file) => sent.current.get(file) ?? []);
    } finally {
      setProgress(null);
    }
  };
  return { progress, upload };
};

type Waiting = Omit<Parameters<typeof keepUpload>[0], 'id'>;

/** The files are kept before the record is written: once its form is gone they could not be read again. Throws Refusal,
 * and keeps none then. */
export const keepFiles = async (uploads: readonly Waiting[], write: () => Promise<void>): Promise<void> => {
  const kept: string[] = [];
  try {
    for (const upload of uploads) {
      const id = uuidv7();
      await keepUpload({ id, ...upload });
      kept.push(id);
    }
    await write();
  } catch (error) {
    await Promise.all(kept.map(discardUpload));
    throw error;
  }
};
