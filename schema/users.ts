import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { addresses } from './addresses.ts';
import { atMost, oneOf, type RowOf, searchColumn, tenantTable } from './columns.ts';
import { hoas } from './hoas.ts';
import { emailAddress, id, line, optionalText } from './inputs.ts';

export const ROLES = ['resident', 'board', 'superadmin'] as const;
export type Role = (typeof ROLES)[number];
export const USER_STATUSES = ['active', 'invited', 'inactive'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export const NAME_LIMIT = 200;
export const PHONE_LIMIT = 40;

export const users = tenantTable(
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
    /** Raised when the user's rights change. A cookie with another epoch starts a new first sync. */
    epoch: integer().notNull().default(1),
    search_text: searchColumn(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.address_id], foreignColumns: [addresses.hoa_id, addresses.id] }),
    uniqueIndex('users_email').on(t.email),
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

export const NO_ADDRESS = 'no-address';

const noAddress = (value: unknown) => (value === '' || value === NO_ADDRESS ? null : value);
const phone = optionalText(PHONE_LIMIT, `Phone cannot exceed ${PHONE_LIMIT} characters`);
const role = z.enum(ROLES, { error: 'Invalid role' });

export const inviteInput = z.object({
  id,
  email: emailAddress('Email is required'),
  role: role.default('resident'),
  address_id: z.preprocess(noAddress, id.nullish()),
  phone,
});
export const userUpdate = z.object({
  id,
  name: line('Name is required', NAME_LIMIT).optional(),
  role: role.optional(),
  status: z.enum(USER_STATUSES, { error: 'Invalid status' }).optional(),
});
export const userChoice = z.object({ id });
/** `id` is the user's. */
export const addressAssignment = z.object({ id, address_id: id });
