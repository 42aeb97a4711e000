import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { PLAN_NAMES } from '../plans.ts';
import { SIGNUP_STATUSES } from '../signup.ts';
import { oneOf, tenantTable } from './columns.ts';
import { users } from './users.ts';

export const signups = tenantTable(
  'signups',
  {
    user_id: text().notNull(),
    plan: text({ enum: PLAN_NAMES }).notNull(),
    status: text({ enum: SIGNUP_STATUSES }).notNull(),
    setup_intent_id: text().notNull(),
    payment_method_id: text(),
    created_at: text().notNull(),
    expires_at: text().notNull(),
    completed_at: text(),
    /** When the newest code was mailed; null in signups of an earlier release, which need none. */
    verification_sent_at: text(),
    verified_at: text(),
    /** Tries of the newest code. */
    wrong_codes: integer().notNull().default(0),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
    uniqueIndex('signups_hoa').on(t.hoa_id),
    uniqueIndex('signups_setup_intent').on(t.setup_intent_id),
    index('signups_abandoned').on(t.expires_at).where(sql`${t.status} = 'pending'`),
    oneOf('signups_plan', t.plan, PLAN_NAMES),
    oneOf('signups_status', t.status, SIGNUP_STATUSES),
  ],
);
export type Signup = typeof signups.$inferSelect;
