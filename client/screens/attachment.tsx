import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PhotoEntity } from '../../schema/photos.ts';
import type { Rows } from '../../schema/rows.ts';
import type { StoredFile } from '../../schema/uploads.ts';
import { uploadFeatureOf } from '../../sync/index.ts';
import { mayRemovePhoto, photosOf } from '../../sync/photos/rules.ts';
import { messageOf } from '../device/http.ts';
import { useUser } from '../device/session.ts';
import { save } from '../device/store.ts';
import { IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useLast } from '../ui/frozen.ts';
import { toast } from '../ui/toast.tsx';
import { StoredFiles } from './stored-files.tsx';
import { useWaitingFiles } from './waiting.tsx';

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

/** The files of a record or message, each with its removal where one may. */
const Attachments = ({ entity, of }: Attached) => {
  const mayRemove = mayRemovePhoto(useUser(), entity, of);
  const [removing, setRemoving] = useState<StoredFile | null>(null);
  const removal = (file: StoredFile) =>
    mayRemove && isOnServer(file) && <RemoveButton file={file} onClick={() => setRemoving(file)} />;
  return (
    <StoredFiles feature={uploadFeatureOf(entity)} files={photosOf(of)} record_id={of.id} removal={removal}>
      {mayRemove && <RemoveDialog file={removing} entity={entity} id={of.id} onClose={() => setRemoving(null)} />}
    </StoredFiles>
  );
};

/** Until the server has claimed it, a file has another key, and can be discarded in the outbox. */
const isOnServer = ({ key }: StoredFile) => key.startsWith('files/');

const RemoveButton = ({ file: { name }, onClick }: { file: StoredFile; onClick: () => void }) => (
  <IconButton icon={Trash2} label={`Remove ${name}`} onClick={onClick} />
);

type Props = { file: StoredFile | null; entity: PhotoEntity; id: string; onClose: () => void };

const RemoveDialog = ({ file, entity, id, onClose }: Props) => {
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
      {shown?.name} will be removed for everyone who can see it.
    </ConfirmDialog>
  );
};
