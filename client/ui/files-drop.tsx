import { Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { Button } from './button.tsx';
import { useFieldLabel, useFieldProps } from './field-context.ts';
import { ChosenFile, dropFrame, FileIcon } from './file-drop.tsx';

type Props = {
  files: readonly File[];
  onAdd: (files: File[]) => void;
  onRemove: (file: File) => void;
  /** Extensions for the file chooser (".pdf,.png"). */
  accept: string;
  hint: string;
  busy: boolean;
  isFull: boolean;
  chooses?: 'one' | 'several';
};

/** Several files, photos among them with a thumbnail. `onAdd` gets what was chosen or dropped. */
export const FilesDrop = ({ files, onAdd, onRemove, accept, hint, busy, isFull, chooses = 'several' }: Props) => {
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    onDrop: (dropped) => dropped.length > 0 && onAdd(dropped),
    noClick: true,
    noKeyboard: true,
    multiple: chooses === 'several',
  });
  const field = useFieldProps();
  const label = useFieldLabel();
  return (
    <div {...getRootProps()} className={dropFrame(isDragActive)}>
      {/* Its name is the Field's label, not the one that the drop zone would give it. */}
      <input {...getInputProps({ ...field, accept, tabIndex: -1, 'aria-label': undefined })} />
      <ChosenFiles files={files} onRemove={onRemove} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
        {!isFull && (
          <Button size="small" icon={Upload} busy={busy} onClick={open} aria-describedby={label}>
            {files.length > 0 ? 'Add More' : chooses === 'one' ? 'Choose File' : 'Choose Files'}
          </Button>
        )}
        <span className="num text-ink-3 text-sm">
          {!isFull && (
            <span className="max-md:hidden">{chooses === 'one' ? 'or drop it here. ' : 'or drop them here. '}</span>
          )}
          {hint}
        </span>
      </div>
    </div>
  );
};

/** The files that will go with a record or message. */
export const ChosenFiles = ({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) =>
  files.length > 0 && (
    <ul className="grid gap-1 p-1.5">
      {files.map((file, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none is kept in a row
        <li key={`${at} ${file.name}`} className="pl-1.5">
          <ChosenFile file={file} icon={<Preview file={file} />} onRemove={() => onRemove(file)} />
        </li>
      ))}
    </ul>
  );

const Preview = ({ file }: { file: File }) => {
  const url = useObjectUrl(file);
  return url ? (
    <img src={url} alt="" className="size-9 shrink-0 rounded-sm border border-line object-cover" />
  ) : (
    <FileIcon />
  );
};

const useObjectUrl = (file: File): string | undefined => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
};
