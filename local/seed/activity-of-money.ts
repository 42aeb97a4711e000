import type { ActivityKind, Changes } from '../../schema/activity.ts';
import type { Dispute } from '../../schema/tables/disputes.ts';
import type { Due } from '../../schema/tables/dues.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';
import type { ActivityName } from '../../sync/server/activity.ts';

export type Act = {
  at: string;
  action: ActivityName;
  by: string | null;
  entity: ActivityKind;
  entity_id: string;
  title: string;
  changes: Changes;
};

export const created = (fields: Record<string, string | number | boolean | null>): Changes =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null && value !== false && value !== '')
      .map(([field, value]) => [field, typeof value === 'string' && value.length > 120 ? null : [null, value]]),
  );

export const ofDue = ({ id, title, frequency, amount_cents, reason, created_by, created_at }: Due): Act => ({
  at: created_at,
  action: 'createDue',
  by: created_by,
  entity: 'due',
  entity_id: id,
  title,
  changes: created({ title, frequency, amount_cents, reason, status: 'active' }),
});

export const ofInvoice = ({ id, title, recipient_id, amount_cents, due_date, sent }: Invoice): Act => ({
  at: sent,
  action: 'issueInvoices',
  by: null,
  entity: 'invoice',
  entity_id: id,
  title,
  changes: created({ recipient_id, amount_cents, status: 'pending', due_date }),
});

export const ofPayment = (payment: Payment, titles: Map<string, string>): Act[] => {
  const { invoice_id, kind, amount_cents, status, method, recorded_by, created_at } = payment;
  if (invoice_id === null || kind === 'credit') return [];
  return [
    {
      at: created_at,
      action: kind === 'outside' ? 'setInvoiceStatus' : 'recordPayment',
      by: recorded_by,
      entity: 'invoice',
      entity_id: invoice_id,
      title: titles.get(invoice_id) ?? '',
      changes: {
        ...(status === 'succeeded' && kind !== 'refund' && { status: ['pending', 'paid'] }),
        ...created({
          'payment.kind': kind,
          'payment.amount_cents': amount_cents,
          'payment.status': status,
          'payment.method': method,
        }),
      },
    },
  ];
};

export const ofDispute = (dispute: Dispute, titles: Map<string, string>): Act[] => {
  const { invoice_id, amount_cents, reason, status, opened_at, closed_at } = dispute;
  if (invoice_id === null) return [];
  const about = { action: 'recordPayment', by: null, entity: 'invoice', entity_id: invoice_id } as const;
  const title = titles.get(invoice_id) ?? '';
  const opened = created({
    'dispute.amount_cents': amount_cents,
    'dispute.withdrawn_cents': amount_cents,
    'dispute.reason': reason,
    'dispute.status': 'needs_response',
  });
  const closed: Changes = { 'dispute.status': ['needs_response', status] };
  if (status === 'won')
    Object.assign(closed, { status: ['pending', 'paid'], 'dispute.withdrawn_cents': [amount_cents, 0] });
  return [
    { ...about, at: opened_at, title, changes: { status: ['paid', 'pending'], ...opened } },
    ...(closed_at ? [{ ...about, at: closed_at, title, changes: closed }] : []),
  ];
};
