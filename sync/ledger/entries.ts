import type { Unsaved } from '../../schema/rows.ts';
import type { Due } from '../../schema/tables/dues.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import type { Actor } from '../tx.ts';

/** `id` is a GUID, derived from what caused the entry where the system posts it; or that of another entry of the account. */
export type NewEntry = Pick<Entry, 'id' | 'kind' | 'amount_cents' | 'effective_on'> &
  Partial<Omit<Entry, 'hoa_id' | 'rev' | 'account_id' | 'posted_at'>>;

export const entryIdOf = (account_id: string, id: string): string => `${account_id}.${id}`;

/** The part of an entry's id after that of its account. */
export const ownIdOf = ({ id, account_id }: Pick<Entry, 'id' | 'account_id'>): string =>
  id.slice(account_id.length + 1);

/** `posted_at` is an instant. */
export const entryOf = (account_id: string, { id, ...given }: NewEntry, posted_at: string): Unsaved<Entry> => ({
  category: null,
  due_on: null,
  fund: null,
  invoice_id: null,
  payment_id: null,
  source_id: null,
  pins: null,
  rule: null,
  memo: null,
  note: null,
  reason: null,
  batch_id: null,
  made_by: null,
  made_by_name: null,
  ...given,
  id: entryIdOf(account_id, id),
  account_id,
  posted_at,
});

/** An entry as a fold takes it, before it is posted. */
export const draftEntry = (account_id: string, given: NewEntry, posted_at = ''): Entry => ({
  hoa_id: '',
  rev: 0,
  ...entryOf(account_id, given, posted_at),
});

/** The id of the charge is that of the invoice. */
export const chargeIdOf = (account_id: string, invoice: Pick<Invoice, 'id'>): string =>
  entryIdOf(account_id, invoice.id);

/** A due's own category, or what its reason says. */
const categoryOf = ({ category, reason }: Pick<Due, 'category' | 'reason'>) =>
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

/** A payment that is on its way, as the entry that it becomes on a day. */
export const pendingPayment = (
  account_id: string,
  { id, cents, on, pins }: { id: string; cents: number; on: string; pins: Entry['pins'] },
): Entry =>
  draftEntry(account_id, { id, kind: 'payment', amount_cents: -cents, effective_on: on, payment_id: id, pins });
