import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StoredFile, UploadFeature } from '../../schema/uploads.ts';
import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import { Waiting } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
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
  return (
    <span className="grid gap-1">
      <span>
        {String(item.args.fileName ?? 'file')}{' '}
        <Waiting>{item.message ? `not sent: ${item.message}` : 'photo waiting on this device'}</Waiting>
      </span>
      {progress !== undefined && <ProgressBar label="Uploading the attachment" value={progress} max={1} />}
    </span>
  );
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
