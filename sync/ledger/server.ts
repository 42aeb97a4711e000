import { never } from '../activity/activity-fields.ts';
import type { ServerDescriptors } from '../entity.ts';

export const server = {
  entry: {
    activity: {
      kind: 'part',
      name: 'entry',
      of: ({ account_id }) => ['account', account_id],
      fields: {
        kind: 'plain',
        category: 'plain',
        amount_cents: 'plain',
        effective_on: 'plain',
        due_on: 'plain',
        memo: 'plain',
        note: 'plain',
        reason: 'plain',
        ...never('account_id', 'posted_at', 'fund', 'invoice_id', 'payment_id', 'source_id', 'pins', 'rule'),
        ...never('made_by', 'made_by_name', 'batch_id'),
      },
    },
    event: ({ id }, old) => (old ? undefined : { type: 'entry.posted', id }),
  },
} satisfies ServerDescriptors;
