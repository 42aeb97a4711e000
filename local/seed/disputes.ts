import { disputes } from '../../schema/tables/disputes.ts';
import type { payments } from '../../schema/tables/invoices.ts';
import type { Community } from './community.ts';

type Payment = typeof payments.$inferInsert;

const DAY_MS = 86_400_000;

/** Stripe holds the amount back from the day it is opened, and gives it back if the HOA wins. */
export const addDispute = (community: Community, payment: Payment, outcome: 'disputed' | 'won' | 'lost'): void => {
  const { rows, clock, hoa_id, id } = community;
  const [, opened_at, closed_at] = clock.after(payment.created_at, 3);
  rows.add(disputes, {
    id: id(`dispute/${payment.id}`),
    hoa_id,
    payment_id: payment.id,
    invoice_id: payment.invoice_id ?? null,
    user_id: payment.user_id,
    amount_cents: payment.amount_cents,
    withdrawn_cents: outcome === 'won' ? 0 : payment.amount_cents,
    reason: outcome === 'lost' ? 'product_unacceptable' : 'fraudulent',
    status: outcome === 'disputed' ? 'needs_response' : outcome,
    evidence_due_by: new Date(clock.now.getTime() + 9 * DAY_MS).toISOString(),
    provider_dispute_id: `du_demo_${id(`dispute/${payment.id}`).replaceAll('-', '').slice(0, 24)}`,
    movements: outcome === 'won' ? 2 : 1,
    opened_at: opened_at!,
    closed_at: outcome === 'disputed' ? null : closed_at!,
  });
};
