import type { Unsaved } from '../../schema/rows.ts';
import type { Due } from '../../schema/tables/dues.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';
import type { Actor } from '../tx.ts';
import { entryIdOf, type NewEntry } from './post.ts';

/** The id of the charge is that of the invoice. */
export const chargeIdOf = (account_id: string, invoice: Pick<Invoice, 'id'>): string =>
  entryIdOf(account_id, invoice.id);

/** A due's own category, or what its reason says. */
export const categoryOf = ({ category, reason }: Pick<Due, 'category' | 'reason'>) =>
  category ?? (reason === 'dues' ? 'assessment' : 'other');

/** The charge of an invoice, effective on its period. */
export const chargeOf = (invoice: Unsaved<Invoice>, due: Pick<Due, 'category' | 'reason' | 'fund'>): NewEntry => ({
  id: invoice.id,
  kind: 'charge',
  category: categoryOf(due),
  amount_cents: invoice.amount_cents,
  effective_on: invoice.period,
  due_on: invoice.due_date,
  fund: due.fund === 'operating' ? null : due.fund,
  invoice_id: invoice.id,
  memo: invoice.title,
});

/** Money that came in, whole: `on` is the calendar date from which it counts. The invoices that it was paid for are pinned. */
export const paymentEntry = (
  payment: Pick<Payment, 'id' | 'amount_cents' | 'account_id'>,
  on: string,
  invoices: readonly Pick<Invoice, 'id' | 'amount_cents' | 'paid_cents'>[],
  by?: Pick<Actor, 'id' | 'name'>,
): NewEntry => ({
  id: payment.id,
  kind: 'payment',
  amount_cents: -payment.amount_cents,
  effective_on: on,
  payment_id: payment.id,
  pins: invoices.map((invoice) => ({
    debit_id: chargeIdOf(String(payment.account_id), invoice),
    amount_cents: Math.min(payment.amount_cents, invoice.amount_cents - invoice.paid_cents),
  })),
  ...(by && { made_by: by.id, made_by_name: by.name }),
});
