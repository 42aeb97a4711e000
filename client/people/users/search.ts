import { UserPlus, Users } from 'lucide-react';
import { canEdit, canManage, nameOf } from '../../../sync/users/entity.ts';
import { paths } from '../../paths.ts';
import { type SearchAction, searchSource } from '../../search/source.ts';
import { formatAddress, formatLabel } from '../../ui/format.ts';

export const source = searchSource({
  entity: 'user',
  label: 'People',
  icon: Users,
  read: (user, rows, viewer) => {
    if (user.deleted_at || !canManage(viewer)) return null;
    const address = rows('address').get(user.address_id);
    return {
      title: nameOf(user),
      about: [user.email, user.phone, address && formatAddress(address)],
      detail: () => formatLabel(user.status === 'active' ? user.role : user.status),
      at: user.created_at,
      href: canEdit(viewer, user) ? paths.userEdit(user.id) : paths.usersNamed(user.email),
    };
  },
  follows: {
    address: (id, rows) =>
      rows('user')
        .by('address_id', id)
        .map((user) => user.id),
  },
});

export const actions: SearchAction[] = [
  {
    label: 'Invite User',
    href: paths.userInvite(),
    icon: UserPlus,
    needs: 'users.manage',
    words: 'add person resident',
  },
  { label: 'Bulk Add Users', href: paths.bulkUpload(), icon: UserPlus, needs: 'users.manage', words: 'import csv' },
];
