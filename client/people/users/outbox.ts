import { nameOf } from '../../../sync/users/entity.ts';
import type { OutboxLabels, RecordHrefs, RecordTitles, Verbs } from '../../outbox-label.ts';
import { paths } from '../../paths.ts';
import { formatLabel } from '../../ui/format.ts';

export const drafts = {
  /** {email, role, address_id, phone}; with an id, of a person who is invited again. */
  invite: (user_id?: string) => (user_id ? `invitation/${user_id}` : 'invitation'),
  /** Some of {name, role, status}: what was changed. */
  edit: (id: string) => `user/${id}`,
};

export const titles = { user: nameOf } satisfies RecordTitles;

export const labels = {
  inviteUser: {
    title: ({ email }) => `Invitation: ${email}`,
    edit: ({ email, role, address_id, phone }) => ({
      href: paths.userInvite(),
      draft: { key: drafts.invite(), value: { email, role, address_id, phone } },
    }),
  },
  resendInvite: {
    title: ({ id }, titleOf) => `Invitation again: ${titleOf(id)}`,
    edit: () => ({ href: paths.users() }),
  },
  updateUser: {
    title: ({ id, status }, titleOf) => `User: ${titleOf(id)}${status ? ` → ${formatLabel(String(status))}` : ''}`,
    edit: ({ id, name, role, status }) => ({
      href: paths.userEdit(String(id)),
      draft: { key: drafts.edit(String(id)), value: { name, role, status } },
    }),
  },
  deleteUser: {
    title: ({ id }, titleOf) => `Delete: ${titleOf(id)}`,
    edit: () => ({ href: paths.users() }),
  },
  eraseUser: {
    title: ({ id }, titleOf) => `Erase personal data: ${titleOf(id)}`,
    edit: () => ({ href: paths.users() }),
  },
} satisfies OutboxLabels;

export const hrefs = { user: paths.userEdit } satisfies RecordHrefs;

export const verbs = {
  inviteUser: 'invited',
  resendInvite: 'resent the invitation to',
  updateUser: 'changed',
  deleteUser: 'deleted',
  eraseUser: 'erased the personal data of',
  assignAddress: 'assigned an address to',
  unassignAddress: 'removed the address from',
} satisfies Verbs;
