import { clsx } from 'clsx';
import { FileText, Upload, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDropzone } from 'react-dropzone';
import { Button, IconButton } from './button.tsx';
import { useFieldLabel, useFieldProps } from './field-context.ts';
import { formatSize } from './format.ts';

type Props = {
  file: File | null;
  onFile: (file: File | null) => void;
  check: (file: File) => string | undefined;
  onRefuse: (message: string) => void;
  /** Extensions for the file chooser (".pdf,.png"); only `check` enforces them. */
  accept: string;
  hint: string;
  disabled?: boolean;
};

/** `check` returns the message for a file of the wrong size or type, which is passed to `onRefuse`. */
export const FileDrop = ({ file, onFile, check, onRefuse, accept, hint, disabled = false }: Props) => {
  const take = (taken: File | undefined) => {
    if (!taken) return;
    const refusal = check(taken);
    if (refusal) onRefuse(refusal);
    else onFile(taken);
  };
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    onDrop: ([dropped]) => take(dropped),
    multiple: false,
    noClick: true,
    noKeyboard: true,
    disabled,
  });
  const field = useFieldProps();
  const label = useFieldLabel();
  return (
    <div {...getRootProps()} className={dropFrame(isDragActive)}>
      {/* Its name is the Field's label, not the one that the drop zone would give it. */}
      <input {...getInputProps({ ...field, accept, tabIndex: -1, 'aria-label': undefined })} />
      {file ? (
        <div className="py-1.5 pr-1.5 pl-3">
          <ChosenFile file={file} icon={<FileIcon />} onRemove={() => onFile(null)} />
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
          <Button size="small" icon={Upload} onClick={open} disabled={disabled} aria-describedby={label}>
            Choose File
          </Button>
          <span className="text-ink-3 text-sm">
            {!disabled && <span className="max-md:hidden">or drop it here. </span>}
            {hint}
          </span>
        </div>
      )}
    </div>
  );
};

export const FileIcon = () => <FileText aria-hidden className="size-4 shrink-0 text-ink-3" />;

/** The border of a place to drop files. */
export const dropFrame = (isDragActive: boolean): string =>
  clsx(
    'rounded-md border border-dashed transition-colors',
    isDragActive ? 'border-pine bg-pine-soft' : 'border-line-strong bg-card',
  );

/** A file that was chosen, and a button that takes it away. */
export const ChosenFile = ({ file, icon, onRemove }: { file: File; icon: ReactNode; onRemove: () => void }) => (
  <div className="flex min-w-0 items-center gap-2.5">
    {icon}
    <span className="min-w-0 flex-1 truncate">{file.name}</span>
    <span className="num shrink-0 text-ink-3 text-sm">{formatSize(file.size)}</span>
    <IconButton icon={X} label={`Remove ${file.name}`} onClick={onRemove} />
  </div>
);
