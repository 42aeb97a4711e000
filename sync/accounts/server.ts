import { never } from '../activity/activity-fields.ts';
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
        closed_on: 'plain',
        fees_off_until: 'plain',
        mail_off: 'plain',
        note: 'plain',
        ...never('opened_on', 'follows', 'balance_cents', 'credit_cents', 'fees_through', 'checkout_session_id'),
      },
    },
  },
} satisfies ServerDescriptors;
