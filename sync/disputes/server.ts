import { never } from '../activity/activity-fields.ts';
import type { ServerDescriptors } from '../entity.ts';

export const server = {
  dispute: {
    activity: {
      kind: 'part',
      name: 'dispute',
      of: ({ invoice_id, payment_id }) => ['invoice', invoice_id ?? payment_id],
      fields: {
        amount_cents: 'plain',
        withdrawn_cents: 'plain',
        reason: 'plain',
        status: 'plain',
        evidence_due_by: 'plain',
        ...never('payment_id', 'invoice_id', 'account_id', 'user_id', 'provider_dispute_id', 'movements'),
        ...never('opened_at', 'closed_at'),
      },
    },
  },
} satisfies ServerDescriptors;
