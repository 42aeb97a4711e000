import { useState } from 'react';
import { PHOTO_LIMIT, TOO_MANY_PHOTOS } from '../../schema/photos.ts';
import { FILE_TYPES, type UploadFeature } from '../../schema/uploads.ts';
import { checkFile } from '../files/file-calls.ts';
import { preparePhoto } from '../files/photo-files.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { FilesDrop } from '../ui/files-drop.tsx';
import { ProgressBar } from '../ui/progress.tsx';
import type { SaveFailure, UploadChoice } from './save-with-file.ts';

type FileProps = { feature: UploadFeature; file: File | null; onFile: (file: File | null) => void };

type Props = FileProps & {
  label: string;
  error: string | undefined;
  onRefuse: (message: string) => void;
  disabled?: boolean;
  required?: boolean;
};

/** One file of an allowed type, at most 10 MB; `onRefuse` gets the feature's sentence for any other. */
export const FileField = ({ feature, label, error, disabled = false, required = false, ...drop }: Props) => (
  <Field label={label} required={required} error={error} className="grid-cols-[minmax(0,1fr)]">
    <FileDrop
      {...drop}
      check={(dropped) => checkFile(dropped, feature)}
      accept={ACCEPTED}
      hint="PDF, DOC, DOCX or an image, up to 10 MB"
      disabled={disabled}
    />
  </Field>
);

const ACCEPTED = Object.keys(FILE_TYPES)
  .map((extension) => `.${extension}`)
  .join(',');

/** The one file that a record may carry. It is not part of the draft: the browser cannot keep it as text. */
export const AttachmentField = ({ onFile, ...props }: FileProps) => {
  const [refusal, setRefusal] = useState<string>();
  const take = (file: File | null) => {
    setRefusal(undefined);
    onFile(file);
  };
  return <FileField {...props} label="Attachment" error={refusal} onFile={take} onRefuse={setRefusal} />;
};

type FilesProps = { feature: UploadFeature; files: readonly File[]; onFiles: (files: readonly File[]) => void };

/** Up to eight files of a record. Photos lose their size beyond 2048 px and their location when they are chosen. */
export const AttachmentsField = ({ feature, files, onFiles }: FilesProps) => {
  const { add, preparing, refusal } = useChosenFiles({ feature, files, onFiles });
  return (
    <Field label="Attachment" error={refusal} className="grid-cols-[minmax(0,1fr)]">
      <FilesDrop
        files={files}
        onAdd={add}
        onRemove={(file) => onFiles(files.filter((one) => one !== file))}
        accept={PHOTOS_ACCEPTED}
        busy={preparing}
        hint={files.length > 0 ? `${files.length} of ${PHOTO_LIMIT}` : 'Photos, PDF, DOC or DOCX, up to 10 MB each'}
        isFull={files.length >= PHOTO_LIMIT}
      />
    </Field>
  );
};

const PHOTOS_ACCEPTED = `${ACCEPTED},.heic,.heif,.webp`;

/** Prepares chosen files, checks them and adds them to those of a record; `refusal` is the sentence for the last one that
 * was not taken. */
export const useChosenFiles = ({ feature, files, onFiles }: FilesProps) => {
  const [preparing, setPreparing] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const add = async (chosen: readonly File[]) => {
    setRefusal(undefined);
    setPreparing(true);
    const all = [...files];
    for (const file of chosen) {
      const taken = await preparePhoto(file).catch((error: Error) => error.message);
      const problem = typeof taken === 'string' ? taken : checkFile(taken, feature);
      if (typeof taken === 'string' || problem) setRefusal(problem);
      else if (all.length >= PHOTO_LIMIT) setRefusal(TOO_MANY_PHOTOS);
      else all.push(taken);
    }
    setPreparing(false);
    if (all.length > files.length) onFiles(all);
  };
  return { add, preparing, refusal, accept: PHOTOS_ACCEPTED };
};

type OutcomeProps = {
  busy: boolean;
  progress: number | null;
  failure: SaveFailure | null;
  dismiss: () => void;
  onChoose: (choice: UploadChoice) => void;
  labels?: { later: string; without: string };
};

const LABELS = { later: 'Send when back online', without: 'Send without the file' };

/** How saving a record with its file goes: the progress, the failure and, where the upload may succeed later, the choice
 * to keep the file on this device until then or to leave it out. Spread what `useFormWithFile` gives on it. */
export const SaveOutcome = ({ busy, progress, failure, dismiss, onChoose, labels = LABELS }: OutcomeProps) => (
  <>
    {progress !== null && <ProgressBar label="Uploading the attachment" value={progress} max={1} />}
    {failure && (
      <Alert tone="error" onClose={dismiss}>
        <p>{failure.message}</p>
        {failure.retryable && (
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="small" disabled={busy} onClick={() => onChoose('later')} className={WRAPS}>
              {labels.later}
            </Button>
            <Button size="small" disabled={busy} onClick={() => onChoose('without')} className={WRAPS}>
              {labels.without}
            </Button>
          </div>
        )}
      </Alert>
    )}
  </>
);

/** Two lines where a phone has no room for one. */
const WRAPS = 'max-md:h-auto max-md:min-h-11 max-md:shrink max-md:whitespace-normal';
