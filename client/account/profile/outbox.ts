import type { OutboxLabels, Verbs } from '../../outbox-label.ts';
import { paths } from '../../paths.ts';

export const labels = {
  leaveHoa: { title: () => 'Leave Porchlight', edit: () => ({ href: paths.profile() }) },
  updateNotificationPreferences: { title: () => 'Notifications', edit: () => ({ href: paths.profile() }) },
  keepHoa: { title: () => 'Keep the association', edit: () => ({ href: paths.profile() }) },
  requireSecondFactors: {
    title: ({ required }) => (required ? 'Require a second factor for superadmins' : 'Stop requiring a second factor'),
    edit: () => ({ href: paths.profile() }),
  },
} satisfies OutboxLabels;

export const verbs = {
  updateNotificationPreferences: 'changed notifications for',
  leaveHoa: 'asked to remove',
  keepHoa: 'canceled the removal of',
  requireSecondFactors: 'changed who needs a second factor in',
} satisfies Verbs;
