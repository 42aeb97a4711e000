import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { DISPUTE_STATUSES } from '../disputes.ts';
import { atMost, entityTable, oneOf } from './columns.ts';
import { hoas } from './hoas.ts';
import { invoices, payments } from './invoices.ts';
import { users } from './users.ts';

/** Payments that the payer's bank or card issuer has taken back, or asks about. */
export const disputes = entityTable(
  'dispute',
  'disputes',
  {
    payment_id: text().notNull(),
    invoice_id: text(),
    account_id: text(),
    /** The payer. */
    user_id: text().notNull(),
    amount_cents: integer().notNull(),
    /** The amount taken back at present: 0 for an inquiry, and again once it is won. */
    withdrawn_cents: integer().notNull(),
    /** Stripe's word, such as fraudulent or insufficient_funds. */
    reason: text().notNull(),
    status: text({ enum: DISPUTE_STATUSES }).notNull(),
    /** An instant; null where nothing can be answered. */
    evidence_due_by: text(),
    provider_dispute_id: text(),
    /** How often Stripe has moved money for it; it only grows. */
    movements: integer().notNull(),
    opened_at: text().notNull(),
    closed_at: text(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.payment_id], foreignColumns: [payments.hoa_id, payments.id] }),
    foreignKey({ columns: [t.hoa_id, t.invoice_id], foreignColumns: [invoices.hoa_id, invoices.id] }),
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
    uniqueIndex('disputes_provider').on(t.provider_dispute_id),
    index('disputes_invoice').on(t.hoa_id, t.invoice_id),
    index('disputes_account').on(t.hoa_id, t.account_id),
    index('disputes_payment').on(t.hoa_id, t.payment_id),
    index('disputes_user').on(t.hoa_id, t.user_id),
    oneOf('disputes_status', t.status, DISPUTE_STATUSES),
    atMost('disputes_reason', t.reason, 100),
    check('disputes_amount', sql`${t.amount_cents} > 0 and ${t.withdrawn_cents} >= 0`),
  ],
);
export type Dispute = typeof disputes.$inferSelect;
