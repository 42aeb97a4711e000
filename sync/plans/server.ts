import type { ServerDescriptors } from '../entity.ts';

export const server = {
  plan: {
    activity: {
      kind: 'part',
      name: 'plan',
      of: ({ account_id }) => ['account', account_id],
      fields: {
        account_id: 'never',
        covers: 'items',
        instalments: 'items',
        grace_days: 'plain',
        status: 'plain',
        starts_on: 'plain',
        ended_on: 'plain',
        reason: 'plain',
        made_by: 'never',
        made_by_name: 'never',
        made_at: 'never',
        ended_at: 'never',
      },
    },
  },
} satisfies ServerDescriptors;
