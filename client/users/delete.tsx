import type { User } from '../../schema/users.ts';
import { nameOf } from '../../sync/users.ts';
import { messageOf } from '../api.ts';
import { usePeople } from '../screens/people.ts';
import { save } from '../store.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';

/** Asks before somebody goes. It works offline: the deletion waits in the outbox. */
export const DeleteDialog = ({
  open,
  onClose,
  user,
  onError,
}: {
  open: boolean;
  onClose: () => void;
  user: User;
  onError: (id: string, message: string) => void;
}) => {
  const name = nameOf(user);
  const address = usePeople().address(user);
  const remove = () =>
    save('deleteUser', { id: user.id }).then(
      () => toast(`User ${name} deleted successfully`),
      (error) => onError(user.id, messageOf(error, 'Failed to delete user')),
    );
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Confirm Deletion"
      confirm="Delete"
      busyLabel="Deleting..."
      onConfirm={remove}
    >
      <p>
        <b className="font-semibold text-ink">{name}</b>
        {user.name && ` (${user.email})`} will be deleted:
      </p>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        <li>{user.status === 'invited' ? 'their invitation can no longer be accepted' : ENDED}</li>
        {address && <li>they no longer live at {address}</li>}
        <li>their name stays on what they wrote and on past records</li>
      </ul>
    </ConfirmDialog>
  );
};

const ENDED = 'they are signed out everywhere and cannot sign in again';
