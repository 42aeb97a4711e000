import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Pin } from '../ledger.ts';
import { CHECKOUT_STATUSES, ONLINE_METHODS } from '../paying.ts';
import { accounts } from './accounts.ts';
import { oneOf, tenantTable } from './columns.ts';
import { hoas } from './hoas.ts';
import { invoices } from './invoices.ts';
import { users } from './users.ts';

/** Pages of the payment service on which somebody pays an account. They never sync. */
export const checkouts = tenantTable(
  'checkouts',
  {
    session_id: text().notNull(),
    account_id: text().notNull(),
    opened_by: text().notNull(),
    /** The amount that reaches the account, and the online fee on top of it. */
    amount_cents: integer().notNull(),
    fee_cents: integer().notNull().default(0),
    /** Null where it is chosen on the page. */
    method: text({ enum: ONLINE_METHODS }),
    /** The only invoice that it is for. */
    invoice_id: text(),
    pins: text({ mode: 'json' }).$type<Pin[]>(),
    status: text({ enum: CHECKOUT_STATUSES }).notNull().default('open'),
    created_at: text().notNull(),
    closed_at: text(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.account_id], foreignColumns: [accounts.hoa_id, accounts.id] }),
    foreignKey({ columns: [t.hoa_id, t.opened_by], foreignColumns: [users.hoa_id, users.id] }),
    foreignKey({ columns: [t.hoa_id, t.invoice_id], foreignColumns: [invoices.hoa_id, invoices.id] }),
    uniqueIndex('checkouts_session').on(t.session_id),
    uniqueIndex('checkouts_open').on(t.hoa_id, t.account_id).where(sql`${t.status} = 'open'`),
    index('checkouts_account').on(t.hoa_id, t.account_id),
    oneOf('checkouts_method', t.method, ONLINE_METHODS),
    oneOf('checkouts_status', t.status, CHECKOUT_STATUSES),
    check('checkouts_amount', sql`${t.amount_cents} > 0 and ${t.fee_cents} >= 0`),
    check('checkouts_closed', sql`(${t.status} = 'open') = (${t.closed_at} is null)`),
  ],
);

export type Checkout = typeof checkouts.$inferSelect;
