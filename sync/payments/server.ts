import { CREATION } from '../activity/activity-fields.ts';
import type { ServerDescriptors } from '../entity.ts';

export const server = {
  payment: {
    activity: {
      kind: 'part',
      name: 'payment',
      of: ({ invoice_id, account_id, id }) =>
        !invoice_id && account_id ? ['account', account_id] : ['invoice', invoice_id ?? id],
      fields: {
        invoice_id: 'never',
        user_id: 'never',
        kind: 'plain',
        amount_cents: 'plain',
        currency: 'never',
        status: 'plain',
        method: 'plain',
        provider_payment_id: 'never',
        checkout_session_id: 'never',
        refund_of: 'never',
        recorded_by: 'never',
        account_id: 'never',
        received_on: 'plain',
        reference: 'plain',
        payer_name: 'plain',
        memo: 'plain',
        deposit_id: 'never',
        online_fee_cents: 'plain',
        returned_cents: 'plain',
        kept_at: 'never',
        refund_terms: 'never',
        note: 'plain',
        processor_fee_cents: 'plain',
        unrecovered_cents: 'plain',
        failed_settlements: 'never',
        ...CREATION,
        settled_at: 'never',
      },
    },
    event: ({ id, status }, old) =>
      status === 'succeeded' && old?.status !== 'succeeded' ? { type: 'payment.recorded', id } : undefined,
  },
} satisfies ServerDescriptors;
