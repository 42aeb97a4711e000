import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ACCOUNT_STATUSES, ENTRY_NOTE_LIMIT } from '../ledger.ts';
import { addresses } from './addresses.ts';
import { atMost, entityTable, isDay, oneOf } from './columns.ts';
import { hoas } from './hoas.ts';

/** One ownership of one home, or of none for a user who never had a home. */
export const accounts = entityTable(
  'account',
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
    /** The page on which a holder is paying; nobody else may open another. Only the server has it. */
    checkout_session_id: text(),
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

export type Account = typeof accounts.$inferSelect;

/** The sums of an account's entries on a day, kept so that a report need not read them. It holds while `stamp` is that of
 * the account's rows; nobody but worker/queries/account-figures.ts writes or reads it. */
export const account_figures = sqliteTable(
  'account_figures',
  {
    account_id: text().primaryKey(),
    hoa_id: text().notNull(),
    /** A calendar date. */
    day: text().notNull(),
    stamp: text().notNull(),
    figures: text().notNull(),
    months: text().notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.account_id], foreignColumns: [accounts.hoa_id, accounts.id] }),
  ],
);
