import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { OnlinePayments } from '../disputes.ts';
import { CITY_LIMIT, HOA_NAME_LIMIT, ZIP_LIMIT } from '../hoas.ts';
import type { LedgerOpening } from '../ledger.ts';
import type { PlanFeature, PlanName } from '../plans.ts';
import type { AssignRules } from '../requests.ts';
import { atMost, editsColumn, entityTable } from './columns.ts';

export const hoas = entityTable(
  'hoa',
  'hoas',
  {
    name: text().notNull(),
    name_key: text().notNull(),
    city: text(),
    zip: text(),
    /** The association gets its mail here. */
    street: text(),
    state: text(),
    email: text(),
    phone: text(),
    /** IANA time zone of the HOA's calendar dates. */
    time_zone: text().notNull().default('America/Chicago'),
    online_payments: text().$type<OnlinePayments>(),
    created_at: text().notNull(),
    /** When the invoices and payments of before had become entries of the ledger. */
    ledger_opened_at: text(),
    /** How that went; only the board sees it. */
    ledger_opening: text({ mode: 'json' }).$type<LedgerOpening>(),
    /** The calendar date on which the board was told of the first late fees. */
    late_fees_announced_on: text(),
    /** Until then mails wait, because those of the day are used up (ISO 8601). */
    mails_paused_until: text(),
    /** Whoever is a superadmin waits for a second factor (sync/users/step-up.ts). */
    superadmins_need_second_factor: integer({ mode: 'boolean' }).notNull().default(false),
    /** When its superadmin decided to leave; it is removed 90 days later. */
    leaving_at: text(),
    /** That of its subscription, for devices and mutators; null without one. */
    plan: text().$type<PlanName>(),
    /** Features that it had before plans differed in them. */
    kept_features: text({ mode: 'json' }).$type<PlanFeature[]>(),
    /** The person of the board whom new requests of a category are assigned to. */
    assign_requests: text({ mode: 'json' }).$type<AssignRules>(),
    /** The board is reminded of a request that has had no answer for so many days. */
    remind_unanswered_days: integer(),
    /** A calendar date. Nobody is reminded of requests that have waited since before it. */
    remind_unanswered_from: text(),
    /** The board is told of violations past their due date. */
    remind_overdue: integer({ mode: 'boolean' }).notNull().default(false),
    /** '#rrggbb', from which screens and mails derive shades that can be read (sync/hoas/accent.ts). */
    accent: text(),
    /** Storage key of its logo, with its size in pixels. */
    logo_key: text(),
    logo_width: integer(),
    logo_height: integer(),
    logo_pending: integer({ mode: 'boolean' }).notNull().default(false),
    /** A calendar date. The board is not told of violations that were due before it. */
    remind_overdue_from: text(),
    edits: editsColumn(),
  },
  (t) => [
    check('hoas_own_tenant', sql`${t.hoa_id} = ${t.id}`),
    uniqueIndex('hoas_name').on(t.name_key),
    index('hoas_logo').on(t.logo_key).where(sql`${t.logo_key} IS NOT NULL`),
    atMost('hoas_name', t.name, HOA_NAME_LIMIT),
    atMost('hoas_city', t.city, CITY_LIMIT),
    atMost('hoas_zip', t.zip, ZIP_LIMIT),
  ],
);

/** Associations that whoever runs the server has paused: nobody signs in, and nobody is billed or mailed. */
export const pausedHoas = sqliteTable('paused_hoas', {
  hoa_id: text()
    .primaryKey()
    .references(() => hoas.id),
  paused_at: text().notNull(),
});

/** The remains of an HOA that was removed: a certificate, without any person's name once it is mailed. */
export const departures = sqliteTable('departures', {
  hoa_id: text().primaryKey(),
  name: text().notNull(),
  leaving_at: text().notNull(),
  removed_at: text(),
  /** The superadmins who get the certificate; emptied with the last row of the HOA. */
  recipients: text({ mode: 'json' }).$type<string[]>().notNull(),
  /** Rows by table. */
  counts: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
  /** SHA-256 of the certificate, in hexadecimal. */
  digest: text(),
});

export type Hoa = typeof hoas.$inferSelect;
