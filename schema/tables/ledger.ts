import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, text } from 'drizzle-orm/sqlite-core';
import {
  ACCOUNT_STATUSES,
  CATEGORIES,
  ENTRY_KINDS,
  ENTRY_NOTE_LIMIT,
  type EntryRule,
  FUNDS,
  MEMO_LIMIT,
  type Pin,
  REASON,
} from '../ledger.ts';
import { POLICY_KINDS } from '../policies.ts';
import { addresses } from './addresses.ts';
import { atMost, isDay, oneOf, tenantTable } from './columns.ts';
import { hoas } from './hoas.ts';
import { invoices, payments } from './invoices.ts';

/** One ownership of one home, or of none for a user who never had a home. */
export const accounts = tenantTable(
  'accounts',
  {
    address_id: text(),
    /** User ids; the first is the primary holder. */
    holder_ids: text({ mode: 'json' }).$type<string[]>().notNull(),
    status: text({ enum: ACCOUNT_STATUSES }).notNull().default('open'),
    /** Calendar dates of the HOA. */
    opened_on: text().notNull(),
    closed_on: text(),
    /** The account before it on the same home. */
    follows: text(),
    /** Projections of its entries as of the day of the last posting: the sum, and what no debit has used. */
    balance_cents: integer().notNull().default(0),
    credit_cents: integer().notNull().default(0),
    /** The last day that was looked at for late fees, and the day until which none are posted. */
    fees_through: text(),
    fees_off_until: text(),
    mail_off: integer({ mode: 'boolean' }).notNull().default(false),
    note: text(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.address_id], foreignColumns: [addresses.hoa_id, addresses.id] }),
    foreignKey({ columns: [t.hoa_id, t.follows], foreignColumns: [t.hoa_id, t.id] }),
    index('accounts_address').on(t.hoa_id, t.address_id),
    oneOf('accounts_status', t.status, ACCOUNT_STATUSES),
    atMost('accounts_note', t.note, ENTRY_NOTE_LIMIT),
    check('accounts_holders', sql`json_array_length(${t.holder_ids}) between 1 and 6`),
    check('accounts_credit', sql`${t.credit_cents} >= 0`),
    check('accounts_closed', sql`(${t.status} = 'closed') = (${t.closed_on} is not null)`),
    isDay('accounts_opened_on', t.opened_on),
    isDay('accounts_closed_on', t.closed_on),
  ],
);

/** What changed a balance. Rows are only ever added: triggers fail every UPDATE and DELETE. The id is the account's, a dot
 * and a GUID, so that an account's entries lie together on devices. */
export const entries = tenantTable(
  'entries',
  {
    account_id: text().notNull(),
    kind: text({ enum: ENTRY_KINDS }).notNull(),
    category: text({ enum: CATEGORIES }),
    /** Positive for what is owed more. */
    amount_cents: integer().notNull(),
    /** The calendar date that it counts from. */
    effective_on: text().notNull(),
    /** The instant at which the server accepted it. */
    posted_at: text().notNull(),
    /** Of debits. */
    due_on: text(),
    fund: text({ enum: FUNDS }),
    invoice_id: text(),
    payment_id: text(),
    /** The entry that it reverses, gives back, waives or follows. */
    source_id: text(),
    /** Of credits: the debits that they are reserved for. */
    pins: text({ mode: 'json' }).$type<Pin[]>(),
    rule: text({ mode: 'json' }).$type<EntryRule>(),
    memo: text(),
    /** Only the board sees it. */
    note: text(),
    reason: text(),
    /** Null where the system made it. */
    made_by: text(),
    made_by_name: text(),
    batch_id: text(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.account_id], foreignColumns: [accounts.hoa_id, accounts.id] }),
    foreignKey({ columns: [t.hoa_id, t.invoice_id], foreignColumns: [invoices.hoa_id, invoices.id] }),
    foreignKey({ columns: [t.hoa_id, t.payment_id], foreignColumns: [payments.hoa_id, payments.id] }),
    foreignKey({ columns: [t.hoa_id, t.source_id], foreignColumns: [t.hoa_id, t.id] }),
    index('entries_account').on(t.hoa_id, t.account_id, t.effective_on, t.id),
    oneOf('entries_kind', t.kind, ENTRY_KINDS),
    oneOf('entries_category', t.category, CATEGORIES),
    oneOf('entries_fund', t.fund, FUNDS),
    atMost('entries_memo', t.memo, MEMO_LIMIT),
    atMost('entries_note', t.note, ENTRY_NOTE_LIMIT),
    atMost('entries_reason', t.reason, REASON.max),
    check('entries_within_account', sql`substr(${t.id}, 1, length(${t.account_id}) + 1) = ${t.account_id} || '.'`),
    check(
      'entries_sign',
      sql`case when ${t.kind} in ('charge', 'late_fee', 'interest', 'return', 'refund') then ${t.amount_cents} > 0
        when ${t.kind} in ('payment', 'credit', 'waiver', 'write_off') then ${t.amount_cents} < 0
        else ${t.amount_cents} <> 0 end`,
    ),
    check('entries_amount', sql`abs(${t.amount_cents}) <= 99999999`),
    check(
      'entries_due',
      sql`(${t.due_on} is not null) = (${t.kind} in ('charge', 'late_fee', 'interest')
        or (${t.kind} in ('opening', 'transfer') and ${t.amount_cents} > 0))`,
    ),
    check(
      'entries_needs',
      sql`case ${t.kind} when 'charge' then ${t.category} is not null
        when 'late_fee' then ${t.source_id} is not null and ${t.rule} is not null
        when 'interest' then ${t.source_id} is not null and ${t.rule} is not null
        when 'opening' then ${t.batch_id} is not null
        when 'transfer' then ${t.batch_id} is not null
        when 'payment' then ${t.payment_id} is not null
        when 'credit' then ${t.reason} is not null
        else ${t.source_id} is not null and ${t.reason} is not null end`,
    ),
    isDay('entries_effective_on', t.effective_on),
    isDay('entries_due_on', t.due_on),
  ],
);

/** Settings that count from a day on; only ever added. The newest whose day has come is in force. */
export const policies = tenantTable(
  'policies',
  {
    kind: text({ enum: POLICY_KINDS }).notNull(),
    starts_on: text().notNull(),
    /** A zod schema for each kind stands in schema/policies.ts. */
    settings: text({ mode: 'json' }).$type<object>().notNull(),
    made_by: text(),
    made_by_name: text(),
    made_at: text().notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    index('policies_kind').on(t.hoa_id, t.kind, t.starts_on),
    oneOf('policies_kind', t.kind, POLICY_KINDS),
    isDay('policies_starts_on', t.starts_on),
  ],
);

export type Account = typeof accounts.$inferSelect;
export type Entry = typeof entries.$inferSelect;
export type Policy = typeof policies.$inferSelect;
