import type { Invoice, InvoiceStatus, Payment } from '../schema/invoices.ts';
import type { Synced } from './tx.ts';

export const INVOICE_NOT_FOUND = 'Invoice not found.';

export const synced: Synced<Invoice> = {
  audiences: (invoice) => ['board', invoice.recipient_id],
  view: (invoice) => ({ ...invoice, checkout_session_id: null }),
};

export const syncedPayments: Synced<Payment> = {
  audiences: (payment) => ['board', payment.user_id],
  view: (payment) => ({ ...payment, checkout_session_id: null, provider_payment_id: null }),
};

/** What an invoice reads as: a pending one is overdue once its due day has ended. `today` is the HOA's calendar date. */
export const statusOf = ({ status, due_date }: Pick<Invoice, 'status' | 'due_date'>, today: string): InvoiceStatus =>
  status === 'pending' && due_date < today ? 'overdue' : status;

/** Cents still owed: the pending invoices, overdue or not. */
export const outstanding = (invoices: readonly Pick<Invoice, 'status' | 'amount_cents'>[]): number =>
  invoices.reduce((sum, invoice) => (invoice.status === 'pending' ? sum + invoice.amount_cents : sum), 0);
