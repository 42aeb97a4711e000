import { never } from '../activity/activity-fields.ts';
import type { ServerDescriptors } from '../entity.ts';

export const server = {
  reminder: {
    activity: {
      kind: 'part',
      name: 'reminder',
      of: ({ account_id }) => ['account', account_id],
      fields: {
        kind: 'plain',
        step: 'plain',
        channel: 'plain',
        status: 'plain',
        amount_cents: 'plain',
        reason: 'plain',
        ...never('account_id', 'charge_id', 'plan_id', 'remind_on', 'sent_to', 'made_by', 'made_by_name', 'made_at'),
        ...never('done_at'),
      },
    },
  },
} satisfies ServerDescriptors;
