import type { Descriptors } from '../entity.ts';
import { canManage } from '../invoices/entity.ts';

/** Checkout and provider ids never reach a client. */
export const entities = {
  payment: {
    audiences: [{ audience: 'board' }, { namedIn: 'user_id', when: { account_id: null } }, { heldIn: 'account_id' }],
    view: (payment, viewer) => ({
      ...payment,
      checkout_session_id: null,
      provider_payment_id: null,
      ...(!canManage(viewer) && {
        recorded_by: null,
        refund_terms: null,
        note: null,
        processor_fee_cents: null,
        unrecovered_cents: 0,
        failed_settlements: 0,
      }),
    }),
    load: 'on demand',
  },
} satisfies Descriptors;
