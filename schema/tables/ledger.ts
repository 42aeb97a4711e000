import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, text } from 'drizzle-orm/sqlite-core';
import {
  CATEGORIES,
  DEPOSIT_STATUSES,
  ENTRY_KINDS,
  ENTRY_NOTE_LIMIT,
  type EntryRule,
  FUNDS,
  MEMO_LIMIT,
  type Pin,
  REASON,
} from '../ledger.ts';
import { POLICY_KINDS } from '../policies.ts';
import { accounts } from './accounts.ts';
import { atMost, entityTable, isDay, oneOf } from './columns.ts';
import { hoas } from './hoas.ts';
import { invoices, payments } from './invoices.ts';

/** A change of a balance. Rows are only ever added: triggers fail every UPDATE and DELETE. The id is the account's, a dot
 * and a GUID, so that an account's entries lie together on devices. */
export const entries = entityTable(
  'entry',
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
    /** Set for debits. */
    due_on: text(),
    fund: text({ enum: FUNDS }),
    invoice_id: text(),
    payment_id: text(),
    /** The entry that it reverses, gives back, waives or follows. */
    source_id: text(),
    /** Set for credits: the debits that they are reserved for. */
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

/** Payments that the board takes to the bank together. */
export const deposits = entityTable(
  'deposit',
  'deposits',
  {
    name: text().notNull(),
    fund: text({ enum: FUNDS }).notNull().default('operating'),
    made_on: text().notNull(),
    status: text({ enum: DEPOSIT_STATUSES }).notNull().default('open'),
    /** The server counts it when the deposit is closed. */
    number: integer(),
    created_at: text().notNull(),
    closed_at: text(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    index('deposits_newest').on(t.hoa_id, t.made_on, t.id),
    oneOf('deposits_fund', t.fund, FUNDS),
    oneOf('deposits_status', t.status, DEPOSIT_STATUSES),
    atMost('deposits_name', t.name, MEMO_LIMIT),
    isDay('deposits_made_on', t.made_on),
  ],
);

/** Settings that count from a day on; only ever added. The newest whose day has come is in force. */
export const policies = entityTable(
  'policy',
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

export type Deposit = typeof deposits.$inferSelect;
export type Entry = typeof entries.$inferSelect;
export type Policy = typeof policies.$inferSelect;
