import type { DisputeStatus } from '../../schema/disputes.ts';
import type { Dispute } from '../../schema/tables/disputes.ts';
import type { Descriptors } from '../entity.ts';
import { canManage } from '../invoices/entity.ts';

/** The provider's id never reaches a client; the payer does not see until when the HOA may answer. */
export const entities = {
  dispute: {
    audiences: [{ audience: 'board' }, { namedIn: 'user_id', when: { account_id: null } }, { heldIn: 'account_id' }],
    view: (dispute, viewer) => ({
      ...dispute,
      provider_dispute_id: null,
      ...(!canManage(viewer) && { evidence_due_by: null }),
    }),
  },
} satisfies Descriptors;

/** Reports may arrive twice and in any order. */
export const RANK: Record<DisputeStatus, number> = {
  warning_needs_response: 0,
  warning_under_review: 1,
  needs_response: 2,
  under_review: 3,
  warning_closed: 4,
  prevented: 4,
  won: 4,
  lost: 4,
};

export const isUndecided = ({ status }: Pick<Dispute, 'status'>): boolean => RANK[status] < RANK.lost;

/** Such a payment may still be won back, so that paying again could be paying twice. */
export const isHoldingPayment = (dispute: Pick<Dispute, 'status' | 'withdrawn_cents'>): boolean =>
  isUndecided(dispute) && dispute.withdrawn_cents > 0;
