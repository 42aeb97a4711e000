import type { ServerDescriptors } from '../entity.ts';

export const server = {
  account: {
    activity: {
      kind: 'record',
      title: ({ id }) => id,
      fields: {
        address_id: 'address',
        holder_ids: 'items',
        status: 'plain',
        opened_on: 'never',
        closed_on: 'plain',
        follows: 'never',
        balance_cents: 'never',
        credit_cents: 'never',
        fees_through: 'never',
        fees_off_until: 'plain',
        mail_off: 'plain',
        note: 'plain',
        checkout_session_id: 'never',
      },
    },
  },
} satisfies ServerDescriptors;
