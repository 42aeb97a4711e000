import type { Document } from '../../schema/documents.ts';
import { messageOf } from '../api.ts';
import { save } from '../store.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useLast } from '../ui/held.ts';
import { toast } from '../ui/toast.tsx';
import type { RowError } from './download.ts';

/** Asks before a document goes; null closes it. It works offline: the deletion waits in the outbox. */
export const DeleteDialog = ({
  document,
  onClose,
  onError,
}: {
  document: Document | null;
  onClose: () => void;
  onError: (id: string, error: RowError) => void;
}) => {
  const shown = useLast(document);
  const remove = async ({ id, title }: Document) =>
    // The title is for the outbox: the row is gone by then.
    save('deleteDocument', { id, title }).then(
      () => toast('Document deleted'),
      (error) => onError(id, { message: 'Failed to delete document', reason: messageOf(error, '') }),
    );
  return (
    <ConfirmDialog
      open={document !== null}
      onClose={onClose}
      title="Delete Document"
      confirm="Delete"
      onConfirm={() => (shown ? remove(shown) : undefined)}
    >
      “{shown?.title}” and its stored file will be deleted for everybody. This cannot be undone.
    </ConfirmDialog>
  );
};
