import type { statistics } from '../../sync/users.ts';
import { StatCards } from '../ui/card.tsx';
import { listPath } from './filters.ts';

/** Four counts over all users, each a link to what it counts. Not `known`: nothing has come yet. */
export const Counts = ({ figures, known }: { figures: ReturnType<typeof statistics>; known: boolean }) => (
  <StatCards
    stats={[
      { label: 'Active Users', value: figures.activeUsers, href: listPath({ status: ['active'] }) },
      { label: 'Board Members', value: figures.boardMembers, href: listPath({ role: ['board'] }) },
      { label: 'Pending Invitations', value: figures.pendingInvitations, href: listPath({ status: ['invited'] }) },
      { label: 'Super Admins', value: figures.superAdmins, href: listPath({ role: ['superadmin'] }) },
    ].map((stat) => (known ? stat : { ...stat, value: '–' }))}
  />
);
