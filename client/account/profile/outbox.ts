import type { OutboxLabels, Verbs } from '../../outbox-label.ts';
import { paths } from '../../paths.ts';

export const labels = {
  updateNotificationPreferences: { title: () => 'Notifications', edit: () => ({ href: paths.profile() }) },
} satisfies OutboxLabels;

export const verbs = { updateNotificationPreferences: 'changed notifications for' } satisfies Verbs;
