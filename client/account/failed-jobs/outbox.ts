import type { OutboxLabels, Verbs } from '../../outbox-label.ts';
import { paths } from '../../paths.ts';

export const labels = {
  resendFailedJob: { title: () => 'Resend what failed', edit: () => ({ href: paths.needsAttention() }) },
  dismissFailedJob: { title: () => 'Dismiss what failed', edit: () => ({ href: paths.needsAttention() }) },
} satisfies OutboxLabels;

export const verbs = {
  resendFailedJob: 'resent a failed item for',
  dismissFailedJob: 'dismissed a failure of',
} satisfies Verbs;
