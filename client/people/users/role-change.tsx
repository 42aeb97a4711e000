import type { User } from '../../../schema/tables/users.ts';
import type { Role } from '../../../schema/users.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatLabel } from '../../ui/format.ts';
import { useFrozen } from '../../ui/frozen.ts';

type Props = { open: boolean; onClose: () => void; user: User; role: Role; onConfirm: () => Promise<void> };

export const RoleChangeDialog = ({ open, onClose, user, role, onConfirm }: Props) => {
  const from = useFrozen(!open, user.role);
  const to = useFrozen(!open, role);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Confirm Role Change"
      confirm="Change Role"
      variant={to === 'resident' ? 'danger' : 'primary'}
      onConfirm={onConfirm}
    >
      <p>
        <b className="font-semibold text-ink">{nameOf(user)}</b> will change from {formatLabel(from)} to{' '}
        {formatLabel(to)}.
      </p>
      <p className="mt-2">{ROLE_EFFECTS[to].text}</p>
      <ul className="mt-1.5 grid list-disc gap-1 pl-5">
        {ROLE_EFFECTS[to].rights.map((right) => (
          <li key={right}>{right}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
};

const ROLE_EFFECTS: Record<Role, { text: string; rights: readonly string[] }> = {
  resident: {
    text: 'They lose board access. As a resident they will only be able to:',
    rights: ['view announcements', 'submit requests', 'access documents', 'pay dues'],
  },
  board: {
    text: 'As a board member they will be able to:',
    rights: ['manage users and invitations', 'view finances', 'manage documents and announcements'],
  },
  superadmin: {
    text: 'As a superadmin they will be able to do everything the board can, and to:',
    rights: ['manage the board and other superadmins', 'manage the subscription and the payment account'],
  },
};
