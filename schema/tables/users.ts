import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { NAME_LIMIT, PHONE_LIMIT, ROLES, USER_STATUSES } from '../users.ts';
import { addresses } from './addresses.ts';
import { atMost, entityTable, oneOf, type RowOf, searchColumn } from './columns.ts';
import { hoas } from './hoas.ts';

export const users = entityTable(
  'user',
  'users',
  {
    /** Empty until an invited user activates. */
    name: text().notNull().default(''),
    email: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    status: text({ enum: USER_STATUSES }).notNull(),
    address_id: text(),
    phone: text(),
    created_at: text().notNull(),
    last_login: text(),
    deleted_at: text(),
    /** When a mail to this email came back for good; null again once one is delivered. */
    email_bounced_at: text(),
    /** The accounts that they hold; a projection of accounts.holder_ids. */
    account_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Made a superadmin by somebody else, so that they wait for a second factor (sync/users/step-up.ts). */
    needs_second_factor: integer({ mode: 'boolean' }).notNull().default(false),
    /** Raised when the user's rights change. A cookie with another epoch starts a new first sync. */
    epoch: integer().notNull().default(1),
    search_text: searchColumn(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.address_id], foreignColumns: [addresses.hoa_id, addresses.id] }),
    uniqueIndex('users_hoa_email').on(t.hoa_id, t.email).where(sql`${t.deleted_at} IS NULL`),
    index('users_email').on(t.email),
    index('users_address').on(t.hoa_id, t.address_id),
    index('users_list').on(t.hoa_id, t.name, t.email, t.id),
    check('users_email_form', sql`${t.email} = lower(trim(${t.email}))`),
    oneOf('users_role', t.role, ROLES),
    oneOf('users_status', t.status, USER_STATUSES),
    atMost('users_name', t.name, NAME_LIMIT),
    atMost('users_email', t.email, 254),
    atMost('users_phone', t.phone, PHONE_LIMIT),
  ],
);

export type User = RowOf<typeof users>;
