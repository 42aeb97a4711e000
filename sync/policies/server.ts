import { never } from '../activity/activity-fields.ts';
import type { ServerDescriptors } from '../entity.ts';

export const server = {
  policy: {
    activity: {
      kind: 'record',
      title: ({ kind }) => kind,
      fields: {
        kind: 'plain',
        starts_on: 'plain',
        ...never('settings', 'made_by', 'made_by_name', 'made_at'),
      },
    },
  },
} satisfies ServerDescriptors;
