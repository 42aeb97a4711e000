import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, text } from 'drizzle-orm/sqlite-core';
import { REASON } from '../ledger.ts';
import { type Instalment, PAYMENT_PLAN_STATUSES } from '../payment-plans.ts';
import { accounts } from './accounts.ts';
import { atMost, entityTable, isDay, oneOf } from './columns.ts';
import { hoas } from './hoas.ts';

/** A debt of an account that is paid in instalments. An account has at most one active plan. */
export const plans = entityTable(
  'plan',
  'plans',
  {
    account_id: text().notNull(),
    /** The debits that it covers: ids of entries of the account. */
    covers: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Ordered by due date. */
    instalments: text({ mode: 'json' }).$type<Instalment[]>().notNull(),
    grace_days: integer().notNull(),
    status: text({ enum: PAYMENT_PLAN_STATUSES }).notNull().default('active'),
    /** Calendar dates of the HOA. On the day on which it ended, it is no longer in force. */
    starts_on: text().notNull(),
    ended_on: text(),
    reason: text(),
    /** Null where the person is gone. */
    made_by: text(),
    made_by_name: text(),
    made_at: text().notNull(),
    /** The instant at which its end became known. */
    ended_at: text(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.account_id], foreignColumns: [accounts.hoa_id, accounts.id] }),
    index('plans_account').on(t.hoa_id, t.account_id),
    oneOf('plans_status', t.status, PAYMENT_PLAN_STATUSES),
    atMost('plans_reason', t.reason, REASON.max),
    check('plans_ended', sql`(${t.status} = 'active') = (${t.ended_on} is null)`),
    check('plans_instalments', sql`json_array_length(${t.instalments}) between 2 and 60`),
    isDay('plans_starts_on', t.starts_on),
    isDay('plans_ended_on', t.ended_on),
  ],
);

export type PaymentPlan = typeof plans.$inferSelect;
