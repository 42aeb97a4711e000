import { Download } from 'lucide-react';
import type { PhotoColumns } from '../../schema/photos.ts';
import type { StoredFile, UploadFeature } from '../../schema/uploads.ts';
import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import { photosOf } from '../../sync/photos.ts';
import { Badge, Waiting } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/card.tsx';
import { formatSize } from '../ui/format.ts';
import { ProgressBar } from '../ui/progress.tsx';
import { useDownload } from './download.ts';
import { Gallery } from './gallery.tsx';
import { useUploadProgress, useWaitingFiles } from './waiting.tsx';

type Attached = PhotoColumns & { id: string };

/** The files under the text of a record, labelled; nothing where there are none. */
export const TextAttachments = ({ feature, of }: { feature: UploadFeature; of: Attached }) => {
  const isEmpty = photosOf(of).length + useWaitingFiles(of.id).length === 0;
  return (
    !isEmpty && (
      <div className="num mt-3.5 border-line border-t pt-3">
        <Facts entries={[['Attachment', <Attachments key="files" feature={feature} of={of} />]]} />
      </div>
    )
  );
};

/** The files under a message; nothing where there are none. */
export const MessageAttachments = ({ feature, of }: { feature: UploadFeature; of: Attached }) => {
  const isEmpty = photosOf(of).length + useWaitingFiles(of.id).length === 0;
  return (
    !isEmpty && (
      <div className="mt-2">
        <Attachments feature={feature} of={of} />
      </div>
    )
  );
};

/** The files of a record or message: photos as thumbnails, others by name; those that wait on this device last. */
export const Attachments = ({ feature, of }: { feature: UploadFeature; of: Attached }) => {
  const files = photosOf(of);
  const photos = files.filter(isPhoto);
  const waiting = useWaitingFiles(of.id);
  return (
    <div className="grid gap-3">
      {photos.length > 0 && <Gallery feature={feature} photos={photos} />}
      {files
        .filter((file) => !isPhoto(file))
        .map((file) => (
          <Stored key={file.key} feature={feature} file={file} />
        ))}
      {waiting.map((item) => (
        <WaitingFile key={item.id} item={item} />
      ))}
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

const Stored = ({ feature, file }: { feature: UploadFeature; file: StoredFile }) => {
  const { busy, error, download } = useDownload(feature, file.key);
  return (
    <span className="grid justify-items-start gap-1.5">
      <span>
        {file.name} {file.size > 0 && <span className="num whitespace-nowrap text-ink-3">{formatSize(file.size)}</span>}
      </span>
      {file.pending ? (
        <PendingFile />
      ) : (
        <Button size="small" icon={Download} busy={busy} onClick={download}>
          Download
        </Button>
      )}
      {error && (
        <span role="alert" className="text-red text-sm">
          {error}
        </span>
      )}
    </span>
  );
};

/** Stands in place of a download until the file's bytes have been checked. */
export const PendingFile = () => (
  <span className="grid justify-items-start gap-1">
    <Badge>Being checked</Badge>
    <span className="text-ink-3 text-sm">It can be downloaded once that is done.</span>
  </span>
);
