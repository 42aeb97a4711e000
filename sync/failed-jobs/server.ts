import { CREATION } from '../activity/activity-fields.ts';
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
        subject: 'never',
        subject_id: 'never',
        user_id: 'never',
        reason: 'plain',
        payload: 'never',
        ...CREATION,
        failed_at: 'never',
      },
    },
  },
} satisfies ServerDescriptors;
