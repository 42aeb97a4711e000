import { CREATION, never } from '../activity/activity-fields.ts';
import type { ServerDescriptors } from '../entity.ts';

export const server = {
  payment: {
    activity: {
      kind: 'part',
      name: 'payment',
      of: ({ invoice_id, account_id, id }) =>
        !invoice_id && account_id ? ['account', account_id] : ['invoice', invoice_id ?? id],
      fields: {
        kind: 'plain',
        amount_cents: 'plain',
        status: 'plain',
        method: 'plain',
        received_on: 'plain',
        reference: 'plain',
        payer_name: 'plain',
        memo: 'plain',
        online_fee_cents: 'plain',
        returned_cents: 'plain',
        note: 'plain',
        processor_fee_cents: 'plain',
        unrecovered_cents: 'plain',
        ...CREATION,
        ...never('invoice_id', 'user_id', 'currency', 'provider_payment_id', 'checkout_session_id', 'refund_of'),
        ...never('recorded_by', 'account_id', 'deposit_id', 'kept_at', 'refund_terms', 'failed_settlements'),
        ...never('settled_at'),
      },
    },
    event: ({ id, kind, status }, old) => {
      if (status !== 'succeeded' || old?.status === 'succeeded') return undefined;
      return [
        { type: 'payment.recorded', id },
        ...(kind === 'refund' ? [{ type: 'payment.refunded', id } as const] : []),
      ];
    },
  },
} satisfies ServerDescriptors;
