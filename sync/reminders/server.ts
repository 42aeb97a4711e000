import type { ServerDescriptors } from '../entity.ts';

export const server = {
  reminder: {
    activity: {
      kind: 'part',
      name: 'reminder',
      of: ({ account_id }) => ['account', account_id],
      fields: {
        account_id: 'never',
        kind: 'plain',
        charge_id: 'never',
        plan_id: 'never',
        step: 'plain',
        channel: 'plain',
        status: 'plain',
        remind_on: 'never',
        amount_cents: 'plain',
        reason: 'plain',
        sent_to: 'never',
        made_by: 'never',
        made_by_name: 'never',
        made_at: 'never',
        done_at: 'never',
      },
    },
  },
} satisfies ServerDescriptors;
