import { lazy } from 'react';
import type { User } from '../../../schema/tables/users.ts';
import { canEdit, nameOf, pseudonymOf } from '../../../sync/users/entity.ts';
import { messageOf } from '../../device/http.ts';
import { useUser } from '../../device/session.ts';
import { save, useRows } from '../../device/store.ts';
import { DialogOutlet, type Dialogs, useDialogs } from '../../screens/dialogs.tsx';
import { usePeople } from '../../screens/people.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';

const InviteDialog = lazy(() => import('./invite.tsx'));
const EditDialog = lazy(() => import('./edit.tsx'));
const BulkDialog = lazy(() => import('./bulk.tsx'));

/** `invite` with a user invites that user again. */
type UserDialog =
  | { kind: 'invite'; user: User | null }
  | { kind: 'edit'; id: string }
  | { kind: 'delete'; user: User }
  | { kind: 'erase'; user: User }
  | { kind: 'bulk' };
type OnError = (id: string, message: string) => void;

/** Links open a dialog by ?bulk-upload=true, ?invite=true or ?edit=id. */
export const useUserDialogs = () => {
  const users = useRows('user');
  const me = useUser();
  return useDialogs<UserDialog>(['bulk-upload', 'invite', 'edit'], (params) => {
    if (params.get('bulk-upload') === 'true') return { kind: 'bulk' };
    if (params.get('invite') === 'true') return { kind: 'invite', user: null };
    const user = users.get(params.get('edit') ?? '');
    return user && canEdit(me, user) ? { kind: 'edit', id: user.id } : null;
  });
};

export const UserDialogs = ({ dialogs, onError }: { dialogs: Dialogs<UserDialog>; onError: OnError }) => (
  <DialogOutlet dialogs={dialogs}>
    {(dialog, props) => {
      if (dialog.kind === 'invite') return <InviteDialog {...props} person={dialog.user} />;
      if (dialog.kind === 'bulk') return <BulkDialog {...props} />;
      if (dialog.kind === 'edit') return <EditDialog {...props} id={dialog.id} />;
      const Dialog = dialog.kind === 'erase' ? EraseDialog : DeleteDialog;
      return <Dialog {...props} user={dialog.user} onError={onError} />;
    }}
  </DialogOutlet>
);

type UserDialogProps = { open: boolean; onClose: () => void; user: User; onError: OnError };

const DeleteDialog = ({ open, onClose, user, onError }: UserDialogProps) => {
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
      busyLabel="Deleting…"
      onConfirm={remove}
    >
      <p>
        <b className="font-semibold text-ink">{name}</b>
        {user.name && ` (${user.email})`} will be deleted:
      </p>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        <li>{user.status === 'invited' ? 'they can no longer accept their invitation' : ACCESS_LOST}</li>
        {address && <li>they no longer live at {address}</li>}
        <li>their name stays on what they wrote and on past records, until you erase it</li>
      </ul>
    </ConfirmDialog>
  );
};

const ACCESS_LOST = 'they are signed out everywhere and can’t sign in again';

const EraseDialog = ({ open, onClose, user, onError }: UserDialogProps) => {
  const name = nameOf(user);
  const erase = () =>
    save('eraseUser', { id: user.id }).then(
      () => toast('Personal data is being erased'),
      (error) => onError(user.id, messageOf(error, 'Failed to erase personal data')),
    );
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Erase Personal Data"
      confirm="Erase"
      busyLabel="Erasing…"
      onConfirm={erase}
    >
      <p>
        Everything we keep about <b className="font-semibold text-ink">{name}</b>
        {user.name && ` (${user.email})`} will be erased permanently. You can’t undo this:
      </p>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        <li>their name, email and phone are removed from every record, and from each device when it next syncs</li>
        <li>invoices, payments and what they wrote are kept, under “{pseudonymOf(user)}”</li>
        <li>you can invite them again only as a new person</li>
      </ul>
    </ConfirmDialog>
  );
};
