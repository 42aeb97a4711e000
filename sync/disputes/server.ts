import type { ServerDescriptors } from '../entity.ts';

export const server = {
  dispute: {
    activity: {
      kind: 'part',
      name: 'dispute',
      of: ({ invoice_id, payment_id }) => ['invoice', invoice_id ?? payment_id],
      fields: {
        payment_id: 'never',
        invoice_id: 'never',
        account_id: 'never',
        user_id: 'never',
        amount_cents: 'plain',
        withdrawn_cents: 'plain',
        reason: 'plain',
        status: 'plain',
        evidence_due_by: 'plain',
        provider_dispute_id: 'never',
        movements: 'never',
        opened_at: 'never',
        closed_at: 'never',
      },
    },
  },
} satisfies ServerDescriptors;
