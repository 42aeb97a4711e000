import { Download, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { StoredFile, UploadFeature } from '../../schema/uploads.ts';
import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import { discardUpload, waitingFile } from '../files/pending-uploads.ts';
import { Waiting } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { formatSize } from '../ui/format.ts';
import { ProgressBar } from '../ui/progress.tsx';
import { useDownload } from './download.ts';
import { Gallery } from './gallery.tsx';
import { PendingFile } from './pending-file.tsx';
import { useUploadProgress, useWaitingFiles } from './waiting.tsx';

type Props = {
  feature: UploadFeature;
  files: readonly StoredFile[];
  record_id: string;
  /** Beside the download of each. */
  removal?: (file: StoredFile) => ReactNode;
  children?: ReactNode;
};

/** Files of a record: photos as thumbnails, others by name; those that wait on this device last. */
export const StoredFiles = ({ feature, files, record_id, removal = () => null, children }: Props) => {
  const photos = files.filter(isPhoto);
  const waiting = useWaitingFiles(record_id);
  return (
    <div className="grid gap-3">
      {photos.length > 0 && <Gallery feature={feature} photos={photos} actions={removal} />}
      {files
        .filter((file) => !isPhoto(file))
        .map((file) => (
          <Stored key={file.key} feature={feature} file={file} removal={removal(file)} />
        ))}
      {waiting.map((item) => (
        <WaitingFile key={item.id} item={item} />
      ))}
      {children}
    </div>
  );
};

const isPhoto = ({ type, pending }: StoredFile) => type.startsWith('image/') && !pending;

const WaitingFile = ({ item }: { item: OutboxItem }) => {
  const progress = useUploadProgress(item.id);
  const name = String(item.args.fileName ?? 'file');
  const url = useWaitingPhoto(item.id);
  return (
    <span className="grid gap-1">
      {url && <img src={url} alt={name} className="h-28 w-38 rounded-md border border-line object-cover" />}
      <span className="flex flex-wrap items-center gap-x-2">
        <span className="[overflow-wrap:anywhere]">{name}</span>
        <Waiting>{item.message ? `not sent: ${item.message}` : 'waiting on this device'}</Waiting>
        {progress === undefined && (
          <IconButton icon={Trash2} label={`Remove ${name}`} onClick={() => void discardUpload(item.id)} />
        )}
      </span>
      {progress !== undefined && <ProgressBar label="Uploading the attachment" value={progress} max={1} />}
    </span>
  );
};

/** An object URL of a photo that waits on this device; undefined for other files. */
const useWaitingPhoto = (id: string): string | undefined => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let current = true;
    void waitingFile(id).then((file) => {
      if (!current || !file?.type.startsWith('image/')) return;
      made = URL.createObjectURL(file);
      setUrl(made);
    });
    return () => {
      current = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id]);
  return url;
};

const Stored = ({ feature, file, removal }: { feature: UploadFeature; file: StoredFile; removal: ReactNode }) => {
  const { busy, error, download } = useDownload(feature, file.key);
  return (
    <span className="grid justify-items-start gap-1.5">
      <span>
        {file.name} {file.size > 0 && <span className="num whitespace-nowrap text-ink-3">{formatSize(file.size)}</span>}
      </span>
      {file.pending ? (
        <PendingFile />
      ) : (
        <span className="flex items-center gap-1">
          <Button size="small" icon={Download} busy={busy} onClick={download}>
            Download
          </Button>
          {removal}
        </span>
      )}
      {error && (
        <span role="alert" className="text-red text-sm">
          {error}
        </span>
      )}
    </span>
  );
};
