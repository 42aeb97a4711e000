import { processor_events } from '../../schema/tables/billing.ts';
import { type Invoice, payments } from '../../schema/tables/invoices.ts';
import type { Community } from './community.ts';
import { addDispute } from './disputes.ts';
import type { Outcome } from './hoa-data.ts';
import type { Random } from './random.ts';

type Payment = typeof payments.$inferInsert;

export const addPayments = (
  community: Community,
  invoice: Omit<Invoice, 'rev'>,
  outcome: Outcome,
  label: string,
): void => {
  const settled = invoice.paid_at ?? invoice.canceled_at;
  if (outcome === 'paid') addPaid(community, invoice, settled!, community.random(`payment/${label}`));
  if (outcome === 'outside') addOutside(community, invoice, settled!);
  if (outcome === 'refunded') addRefunded(community, invoice, settled!);
  if (outcome === 'declined') addUnfinished(community, invoice, 'card', 'failed');
  if (outcome === 'abandoned') addUnfinished(community, invoice, 'card', 'canceled');
  if (outcome === 'transfer') addUnfinished(community, invoice, 'us_bank_account', 'pending');
  if (outcome === 'disputed' || outcome === 'won' || outcome === 'lost') {
    const paid_at = invoice.paid_at ?? community.clock.after(invoice.sent, 1)[0]!;
    addDispute(community, addByCard(community, invoice, paid_at), outcome);
  }
};

const addByCard = (community: Community, invoice: Omit<Invoice, 'rev'>, at: string): Payment => {
  const paid = charge(community, invoice, { method: 'card', status: 'succeeded', created_at: at, settled_at: at });
  community.rows.add(payments, paid);
  addEvent(community, paid, 'checkout.session.completed');
  return paid;
};

const addPaid = (community: Community, invoice: Omit<Invoice, 'rev'>, at: string, random: Random) => {
  const method = random.next() < 0.75 ? 'card' : 'us_bank_account';
  const paid = charge(community, invoice, { method, status: 'succeeded', created_at: at, settled_at: at });
  community.rows.add(payments, paid);
  addEvent(community, paid, 'checkout.session.completed');
};

const addOutside = (community: Community, invoice: Omit<Invoice, 'rev'>, at: string) =>
  community.rows.add(payments, {
    ...charge(community, invoice, { method: 'check', status: 'succeeded', created_at: at, settled_at: at }),
    kind: 'outside',
    provider_payment_id: null,
    checkout_session_id: null,
    recorded_by: community.person('board').id,
    note: 'Check left at the clubhouse office',
  });

const addRefunded = (community: Community, invoice: Omit<Invoice, 'rev'>, at: string) => {
  const paid = charge(community, invoice, {
    method: 'card',
    status: 'succeeded',
    created_at: invoice.sent,
    settled_at: invoice.sent,
  });
  const refund: Payment = {
    ...paid,
    id: community.id(`refund/${invoice.id}`),
    kind: 'refund',
    amount_cents: -invoice.amount_cents,
    provider_payment_id: `re_demo_${providerPart(community, `refund/${invoice.id}`)}`,
    checkout_session_id: null,
    refund_of: paid.id,
    created_at: at,
    settled_at: at,
  };
  community.rows.add(payments, paid);
  community.rows.add(payments, refund);
  addEvent(community, paid, 'checkout.session.completed');
  addEvent(community, refund, 'charge.refunded');
};

const addUnfinished = (
  community: Community,
  invoice: Omit<Invoice, 'rev'>,
  method: Payment['method'],
  status: Payment['status'],
) => {
  const created_at = community.clock.after(invoice.sent, 1)[0]!;
  const tried = charge(community, invoice, {
    method,
    status,
    created_at,
    settled_at: status === 'pending' ? null : created_at,
  });
  community.rows.add(payments, tried);
  if (status === 'failed') addEvent(community, tried, 'payment_intent.payment_failed');
};

const charge = (
  community: Community,
  invoice: Omit<Invoice, 'rev'>,
  fate: Pick<Payment, 'method' | 'status' | 'created_at' | 'settled_at'>,
): Payment => {
  const part = providerPart(community, `charge/${invoice.id}`);
  return {
    id: community.id(`charge/${invoice.id}`),
    hoa_id: community.hoa_id,
    invoice_id: invoice.id,
    user_id: invoice.recipient_id,
    kind: 'charge',
    amount_cents: invoice.amount_cents,
    currency: 'usd',
    provider_payment_id: `pi_demo_${part}`,
    checkout_session_id: `cs_demo_${part}`,
    refund_of: null,
    recorded_by: null,
    note: null,
    ...fate,
  };
};

const addEvent = (community: Community, payment: Payment, type: string) =>
  community.rows.add(processor_events, {
    id: `evt_demo_${providerPart(community, `event/${payment.id}`)}`,
    hoa_id: community.hoa_id,
    type,
    account_id: `acct_demo_${community.data.slug}`,
    created_at: payment.created_at,
    received_at: payment.created_at,
    processed_at: payment.created_at,
  });

const providerPart = (community: Community, label: string) => community.id(label).replaceAll('-', '').slice(0, 24);
