import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { User } from '../../schema/users.ts';
import { canEdit, nameOf } from '../../sync/users.ts';
import { messageOf } from '../api.ts';
import { useSearchParams } from '../location.ts';
import { usePeople } from '../screens/people.tsx';
import { useUser } from '../session.ts';
import { save, useRows } from '../store.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { usePutDrafts } from '../ui/draft.tsx';
import { toast } from '../ui/toast.tsx';

const InviteDialog = lazy(() => import('./invite.tsx'));
const EditDialog = lazy(() => import('./edit.tsx'));
const BulkDialog = lazy(() => import('./bulk.tsx'));

/** `invite` with a user invites that user again. */
type DialogState = { kind: 'invite'; user: User | null } | { kind: 'edit' | 'delete'; user: User } | { kind: 'bulk' };
type Open = (dialog: DialogState) => void;

export const useDialogs = (onError: (id: string, message: string) => void) => {
  const [dialog, setDialog] = useState<{ shown: DialogState; open: boolean; at: number } | null>(null);
  const puts = usePutDrafts();
  const open = (shown: DialogState) => setDialog((last) => ({ shown, open: true, at: (last?.at ?? 0) + 1 }));
  const close = () => setDialog((last) => last && { ...last, open: false });
  useDialogFromAddress(open);
  const shown = dialog && (
    // Each opening remounts the form, so that it reads its draft.
    <Suspense key={`${dialog.at}/${puts}`}>
      <ShownDialog {...dialog.shown} open={dialog.open} onClose={close} onError={onError} />
    </Suspense>
  );
  return { open, dialogs: shown };
};

type DialogProps = { open: boolean; onClose: () => void; onError: (id: string, message: string) => void };

const ShownDialog = ({ open, onClose, onError, ...shown }: DialogState & DialogProps) => {
  if (shown.kind === 'invite') return <InviteDialog open={open} onClose={onClose} person={shown.user} />;
  if (shown.kind === 'bulk') return <BulkDialog open={open} onClose={onClose} />;
  if (shown.kind === 'edit') return <EditDialog open={open} onClose={onClose} id={shown.user.id} />;
  return <DeleteDialog open={open} onClose={onClose} user={shown.user} onError={onError} />;
};

/** Opens the dialog named in the address, then removes it: bulk-upload=true, invite=true, edit={id}. */
const useDialogFromAddress = (open: Open) => {
  const asked = useSearchParams();
  const [path, navigate] = useLocation();
  const users = useRows('user');
  const me = useUser();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address, and once the person is known
  useEffect(() => {
    const params = new URLSearchParams(asked);
    const editedUser = users.get(params.get('edit') ?? '');
    if (params.get('bulk-upload') === 'true') open({ kind: 'bulk' });
    else if (params.get('invite') === 'true') open({ kind: 'invite', user: null });
    else if (editedUser && canEdit(me, editedUser)) open({ kind: 'edit', user: editedUser });
    else return;
    for (const name of ['bulk-upload', 'invite', 'edit']) params.delete(name);
    navigate(params.size > 0 ? `${path}?${params}` : path, { replace: true, state: history.state });
  }, [asked, users.size > 0]);
};

const DeleteDialog = ({
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
        <li>{user.status === 'invited' ? 'their invitation can no longer be accepted' : ACCESS_LOST}</li>
        {address && <li>they no longer live at {address}</li>}
        <li>their name stays on what they wrote and on past records</li>
      </ul>
    </ConfirmDialog>
  );
};

const ACCESS_LOST = 'they are signed out everywhere and cannot sign in again';
