import type { ServerDescriptors } from '../entity.ts';

export const server = {
  entry: {
    activity: {
      kind: 'part',
      name: 'entry',
      of: ({ account_id }) => ['account', account_id],
      fields: {
        account_id: 'never',
        kind: 'plain',
        category: 'plain',
        amount_cents: 'plain',
        effective_on: 'plain',
        posted_at: 'never',
        due_on: 'plain',
        fund: 'never',
        invoice_id: 'never',
        payment_id: 'never',
        source_id: 'never',
        pins: 'never',
        rule: 'never',
        memo: 'plain',
        note: 'plain',
        reason: 'plain',
        made_by: 'never',
        made_by_name: 'never',
        batch_id: 'never',
      },
    },
  },
} satisfies ServerDescriptors;
