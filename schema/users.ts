import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { addresses } from './addresses.ts';
import { oneOf, rowColumns, tenantKey } from './columns.ts';
import { hoas } from './hoas.ts';

export const ROLES = ['resident', 'board', 'superadmin'] as const;
export type Role = (typeof ROLES)[number];
export const USER_STATUSES = ['active', 'invited', 'inactive'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export const users = sqliteTable(
  'users',
  {
    ...rowColumns(),
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
    /** Raised when what the user may see changes in kind: a cookie with another epoch starts over. */
    epoch: integer().notNull().default(1),
  },
  (t) => [
    tenantKey(t),
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.address_id], foreignColumns: [addresses.hoa_id, addresses.id] }),
    uniqueIndex('users_email').on(t.email),
    index('users_address').on(t.hoa_id, t.address_id),
    check('users_email_form', sql`${t.email} = lower(trim(${t.email}))`),
    oneOf('users_role', t.role, ROLES),
    oneOf('users_status', t.status, USER_STATUSES),
  ],
);

export type User = typeof users.$inferSelect;
