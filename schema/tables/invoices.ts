import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { DUE_DESCRIPTION_LIMIT, DUE_TITLE_LIMIT } from '../dues.ts';
import { PAYMENT_KINDS, PAYMENT_METHODS, PAYMENT_STATUSES, STORED_INVOICE_STATUSES } from '../invoices.ts';
import type { RefundTerms } from '../postings.ts';
import { atMost, entityTable, isDay, oneOf, type RowOf, searchColumn } from './columns.ts';
import { dues } from './dues.ts';
import { hoas } from './hoas.ts';
import { users } from './users.ts';

export const invoices = entityTable(
  'invoice',
  'invoices',
  {
    due_id: text().notNull(),
    recipient_id: text().notNull(),
    /** The send date of its period. There is one invoice per due, recipient, account and period: an owner of two homes gets two. */
    period: text().notNull(),
    /** Copied from the due when the invoice was issued. */
    title: text().notNull(),
    description: text(),
    amount_cents: integer().notNull(),
    /** An invoice of nobody's account has none. `status`, `paid_cents` and `paid_at` are projections of the account's
     * entries. */
    account_id: text(),
    paid_cents: integer().notNull().default(0),
    status: text({ enum: STORED_INVOICE_STATUSES }).notNull().default('pending'),
    /** An instant; `due_date` is a calendar date. */
    sent: text().notNull(),
    due_date: text().notNull(),
    paid_at: text(),
    canceled_at: text(),
    /** The open checkout session of before accounts had them. */
    checkout_session_id: text(),
    search_text: searchColumn(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.due_id], foreignColumns: [dues.hoa_id, dues.id] }),
    foreignKey({ columns: [t.hoa_id, t.recipient_id], foreignColumns: [users.hoa_id, users.id] }),
    uniqueIndex('invoices_period').on(
      t.due_id,
      t.recipient_id,
      t.period,
      sql`case when ${t.account_id} is null then '' else ${t.account_id} end`,
    ),
    uniqueIndex('invoices_checkout').on(t.checkout_session_id),
    index('invoices_of_period').on(t.hoa_id, t.period),
    index('invoices_mine').on(t.hoa_id, t.recipient_id, t.due_date, t.id),
    index('invoices_newest').on(t.hoa_id, t.due_date, t.id),
    index('invoices_account').on(t.hoa_id, t.account_id),
    index('invoices_status').on(t.hoa_id, t.status, t.due_date),
    oneOf('invoices_status', t.status, STORED_INVOICE_STATUSES),
    atMost('invoices_title', t.title, DUE_TITLE_LIMIT),
    atMost('invoices_description', t.description, DUE_DESCRIPTION_LIMIT),
    check('invoices_amount', sql`${t.amount_cents} > 0`),
    check('invoices_paid', sql`(${t.status} = 'paid') = (${t.paid_at} is not null)`),
    check('invoices_canceled', sql`(${t.status} = 'canceled') = (${t.canceled_at} is not null)`),
    isDay('invoices_period', t.period),
    isDay('invoices_due', t.due_date),
  ],
);

/** Payments and attempts. An invoice may have several; a credit may have no invoice. */
export const payments = entityTable(
  'payment',
  'payments',
  {
    invoice_id: text(),
    user_id: text().notNull(),
    kind: text({ enum: PAYMENT_KINDS }).notNull(),
    /** Negative for a refund. */
    amount_cents: integer().notNull(),
    currency: text().notNull().default('usd'),
    status: text({ enum: PAYMENT_STATUSES }).notNull(),
    method: text({ enum: PAYMENT_METHODS }),
    /** Stripe's id of the payment or refund; null for outside payments. */
    provider_payment_id: text(),
    checkout_session_id: text(),
    refund_of: text(),
    recorded_by: text(),
    account_id: text(),
    /** A calendar date, of money that the board received. */
    received_on: text(),
    /** The number of a check. */
    reference: text(),
    payer_name: text(),
    /** The holder sees the memo, only the board the note. */
    memo: text(),
    deposit_id: text(),
    /** The fee that the payer paid on top of the amount for paying online. */
    online_fee_cents: integer().notNull().default(0),
    /** The part that the bank or the card issuer took back. */
    returned_cents: integer().notNull().default(0),
    /** When the board said that it is no duplicate of another. */
    kept_at: text(),
    /** Set for a refund that the board began online. */
    refund_terms: text({ mode: 'json' }).$type<RefundTerms>(),
    note: text(),
    /** The payment service's fee, disputes not counted. Null until it is known. */
    processor_fee_cents: integer(),
    /** The cost to the platform that could not be taken from the HOA's account yet. */
    unrecovered_cents: integer().notNull().default(0),
    /** How often that was tried in vain. */
    failed_settlements: integer().notNull().default(0),
    created_at: text().notNull(),
    settled_at: text(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.invoice_id], foreignColumns: [invoices.hoa_id, invoices.id] }),
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
    foreignKey({ columns: [t.hoa_id, t.recorded_by], foreignColumns: [users.hoa_id, users.id] }),
    foreignKey({ columns: [t.hoa_id, t.refund_of], foreignColumns: [t.hoa_id, t.id] }),
    uniqueIndex('payments_provider').on(t.provider_payment_id),
    index('payments_checkout').on(t.checkout_session_id),
    index('payments_invoice').on(t.hoa_id, t.invoice_id),
    index('payments_account').on(t.hoa_id, t.account_id),
    index('payments_deposit').on(t.hoa_id, t.deposit_id),
    index('payments_user').on(t.hoa_id, t.user_id, t.created_at, t.id),
    index('payments_unrecovered').on(t.created_at).where(sql`${t.unrecovered_cents} <> 0`),
    index('payments_newest').on(t.hoa_id, t.created_at, t.id),
    oneOf('payments_kind', t.kind, PAYMENT_KINDS),
    oneOf('payments_status', t.status, PAYMENT_STATUSES),
    oneOf('payments_method', t.method, PAYMENT_METHODS),
    oneOf('payments_currency', t.currency, ['usd']),
    check('payments_amount', sql`${t.amount_cents} <> 0 and (${t.kind} = 'refund') = (${t.amount_cents} < 0)`),
    check('payments_note_at_most', sql`length(${t.note}) <= 500`),
  ],
);

export type Invoice = RowOf<typeof invoices>;
export type Payment = typeof payments.$inferSelect;
