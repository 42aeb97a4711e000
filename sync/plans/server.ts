import { never } from '../activity/activity-fields.ts';
import type { ServerDescriptors } from '../entity.ts';

export const server = {
  plan: {
    activity: {
      kind: 'part',
      name: 'plan',
      of: ({ account_id }) => ['account', account_id],
      fields: {
        covers: 'items',
        instalments: 'items',
        grace_days: 'plain',
        status: 'plain',
        starts_on: 'plain',
        ended_on: 'plain',
        reason: 'plain',
        ...never('account_id', 'made_by', 'made_by_name', 'made_at', 'ended_at'),
      },
    },
  },
} satisfies ServerDescriptors;
