import { CREATION, never } from '../activity/activity-fields.ts';
import type { ServerDescriptors } from '../entity.ts';

export const server = {
  failedJob: {
    activity: {
      kind: 'part',
      name: 'failure',
      of: ({ subject, subject_id, id }) =>
        subject && subject_id && subject !== 'payment' ? [subject, subject_id] : ['failedJob', id],
      isMinor: true,
      fields: {
        kind: 'plain',
        reason: 'plain',
        ...CREATION,
        ...never('subject', 'subject_id', 'user_id', 'payload', 'failed_at'),
      },
    },
  },
} satisfies ServerDescriptors;
