import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, text } from 'drizzle-orm/sqlite-core';
import {
  DUE_DATE_OFFSET,
  DUE_DESCRIPTION_LIMIT,
  DUE_FREQUENCIES,
  DUE_REASONS,
  DUE_STATUSES,
  DUE_TITLE_LIMIT,
} from '../dues.ts';
import { CATEGORIES, FUNDS } from '../ledger.ts';
import { atMost, editsColumn, entityTable, isDay, oneOf, type RowOf, searchColumn } from './columns.ts';
import { hoas } from './hoas.ts';
import { users } from './users.ts';

export const dues = entityTable(
  'due',
  'dues',
  {
    title: text().notNull(),
    frequency: text({ enum: DUE_FREQUENCIES }).notNull(),
    /** The people that are billed; a rule finds them anew (sync/dues/recipients.ts). */
    recipients: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Null: `recipients` are chosen one by one. */
    recipient_rule: text().$type<'every_home' | 'except'>(),
    /** The people that `except` leaves out. */
    excluded: text({ mode: 'json' }).$type<string[]>(),
    amount_cents: integer().notNull(),
    reason: text({ enum: DUE_REASONS }).notNull(),
    description: text(),
    /** The first send date. Period n is the anchor plus n times the frequency, so its day survives shorter months. */
    anchor_date: text().notNull(),
    periods_sent: integer().notNull().default(0),
    /** Dates of the next period; both are null when there is none. */
    send_date: text(),
    due_date: text(),
    due_date_offset: integer().notNull().default(DUE_DATE_OFFSET.default),
    status: text({ enum: DUE_STATUSES }).notNull(),
    fund: text({ enum: FUNDS }).notNull().default('operating'),
    /** The kind of its charges; null: `reason` says it. */
    category: text({ enum: CATEGORIES }),
    created_by: text().notNull(),
    created_by_name: text().notNull(),
    created_at: text().notNull(),
    edits: editsColumn(),
    search_text: searchColumn(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.created_by], foreignColumns: [users.hoa_id, users.id] }),
    index('dues_newest').on(t.hoa_id, t.created_at, t.id),
    index('dues_ready').on(t.send_date).where(sql`${t.status} = 'active'`),
    oneOf('dues_frequency', t.frequency, DUE_FREQUENCIES),
    oneOf('dues_reason', t.reason, DUE_REASONS),
    oneOf('dues_fund', t.fund, FUNDS),
    oneOf('dues_category', t.category, CATEGORIES),
    oneOf('dues_status', t.status, DUE_STATUSES),
    atMost('dues_title', t.title, DUE_TITLE_LIMIT),
    atMost('dues_description', t.description, DUE_DESCRIPTION_LIMIT),
    check('dues_amount', sql`${t.amount_cents} > 0`),
    check(
      'dues_offset',
      sql`${t.due_date_offset} between ${sql.raw(`${DUE_DATE_OFFSET.min} and ${DUE_DATE_OFFSET.max}`)}`,
    ),
    check('dues_periods', sql`${t.periods_sent} >= 0`),
    isDay('dues_anchor', t.anchor_date),
    isDay('dues_send', t.send_date),
    check('dues_due', sql`${t.due_date} is date(${t.send_date}, '+' || ${t.due_date_offset} || ' days')`),
  ],
);

export type Due = RowOf<typeof dues>;
