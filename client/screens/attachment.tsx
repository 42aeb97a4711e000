import { Download, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { PhotoEntity } from '../../schema/photos.ts';
import type { Rows } from '../../schema/rows.ts';
import type { StoredFile, UploadFeature } from '../../schema/uploads.ts';
import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import { UPLOAD_FEATURE } from '../../sync/files.ts';
import { mayRemovePhoto, photosOf } from '../../sync/photos.ts';
import { messageOf } from '../http.ts';
import { useUser } from '../session.ts';
import { save } from '../store.ts';
import { Waiting } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatSize } from '../ui/format.ts';
import { useLast } from '../ui/frozen.ts';
import { ProgressBar } from '../ui/progress.tsx';
import { toast } from '../ui/toast.tsx';
import { useDownload } from './download.ts';
import { Gallery } from './gallery.tsx';
import { PendingFile } from './pending-file.tsx';
import { useUploadProgress, useWaitingFiles } from './waiting.tsx';

/** A record or message, and what kind it is of. */
type Attached = { [E in PhotoEntity]: { entity: E; of: Rows[E] } }[PhotoEntity];

/** The files under the text of a record, labelled; nothing where there are none. */
export const TextAttachments = (attached: Attached) => {
  const isEmpty = useIsEmpty(attached);
  return (
    !isEmpty && (
      <dl className="num mt-3.5 grid gap-2 border-line border-t pt-3">
        <dt className="text-ink-3">Attachment</dt>
        <dd className="min-w-0 [overflow-wrap:anywhere]">
          <Attachments {...attached} />
        </dd>
      </dl>
    )
  );
};

/** The files under a message; nothing where there are none. */
export const MessageAttachments = (attached: Attached) => {
  const isEmpty = useIsEmpty(attached);
  return (
    !isEmpty && (
      <div className="mt-2">
        <Attachments {...attached} />
      </div>
    )
  );
};

const useIsEmpty = ({ of }: Attached) => photosOf(of).length + useWaitingFiles(of.id).length === 0;

/** The files of a record or message: photos as thumbnails, others by name; those that wait on this device last. */
const Attachments = ({ entity, of }: Attached) => {
  const feature = UPLOAD_FEATURE[entity];
  const files = photosOf(of);
  const photos = files.filter(isPhoto);
  const waiting = useWaitingFiles(of.id);
  const mayRemove = mayRemovePhoto(useUser(), entity, of);
  const [removing, setRemoving] = useState<StoredFile | null>(null);
  const removal = (file: StoredFile) =>
    mayRemove && isOnServer(file) && <RemoveButton file={file} onClick={() => setRemoving(file)} />;
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
      {mayRemove && <RemoveDialog file={removing} entity={entity} id={of.id} onClose={() => setRemoving(null)} />}
    </div>
  );
};

/** Until the server has claimed it, a file has another key, and can be discarded in the outbox. */
const isOnServer = ({ key }: StoredFile) => key.startsWith('files/');

const RemoveButton = ({ file: { name }, onClick }: { file: StoredFile; onClick: () => void }) => (
  <IconButton icon={Trash2} label={`Remove ${name}`} onClick={onClick} />
);

const RemoveDialog = ({
  file,
  entity,
  id,
  onClose,
}: {
  file: StoredFile | null;
  entity: PhotoEntity;
  id: string;
  onClose: () => void;
}) => {
  const shown = useLast(file);
  const remove = () =>
    shown &&
    save('removePhoto', { entity, id, photo_url: shown.key }).catch(
      (error) => void toast(messageOf(error, 'Failed to remove the file'), 'error'),
    );
  return (
    <ConfirmDialog
      open={file !== null}
      onClose={onClose}
      title="Remove Attachment"
      confirm="Remove"
      onConfirm={async () => void (await remove())}
    >
      {shown?.name} will be gone for everybody who can see it.
    </ConfirmDialog>
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
