import { foreignKey, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { type BusinessProfile, type Capabilities, SUBSCRIPTION_STATUSES } from '../billing.ts';
import { PLAN_NAMES } from '../plans.ts';
import { atMost, oneOf, tenantTable } from './columns.ts';
import { hoas } from './hoas.ts';

export const subscriptions = tenantTable(
  'subscriptions',
  {
    plan: text({ enum: PLAN_NAMES }).notNull(),
    /** Set by a downgrade, which takes effect at the end of the period. */
    next_plan: text({ enum: PLAN_NAMES }),
    status: text({ enum: SUBSCRIPTION_STATUSES }).notNull(),
    stripe_customer_id: text(),
    stripe_subscription_id: text(),
    trial_end: text(),
    /** End of the paid period, also after a cancellation. */
    current_period_end: text(),
    canceled_at: text(),
    cancellation_reason: text(),
    created_at: text().notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    uniqueIndex('subscriptions_hoa').on(t.hoa_id),
    uniqueIndex('subscriptions_customer').on(t.stripe_customer_id),
    uniqueIndex('subscriptions_stripe').on(t.stripe_subscription_id),
    oneOf('subscriptions_plan', t.plan, PLAN_NAMES),
    oneOf('subscriptions_next_plan', t.next_plan, PLAN_NAMES),
    oneOf('subscriptions_status', t.status, SUBSCRIPTION_STATUSES),
    atMost('subscriptions_reason', t.cancellation_reason, 500),
  ],
);

/** The Stripe account that residents pay into, as last read from Stripe. */
export const payment_accounts = tenantTable(
  'payment_accounts',
  {
    account_id: text().notNull(),
    details_submitted: integer({ mode: 'boolean' }).notNull().default(false),
    charges_enabled: integer({ mode: 'boolean' }).notNull().default(false),
    payouts_enabled: integer({ mode: 'boolean' }).notNull().default(false),
    capabilities: text({ mode: 'json' }).$type<Capabilities>().notNull(),
    business_profile: text({ mode: 'json' }).$type<BusinessProfile>().notNull(),
    requirements_due: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    created_at: text().notNull(),
    checked_at: text().notNull(),
    /** When the HOA took the account away from the platform. */
    deauthorized_at: text(),
    /** Accounts that this HOA had before. */
    former_account_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    uniqueIndex('payment_accounts_hoa').on(t.hoa_id),
    uniqueIndex('payment_accounts_account').on(t.account_id),
  ],
);

/** Every received webhook event is stored, so that each is handled once. */
export const processor_events = sqliteTable(
  'processor_events',
  {
    id: text().primaryKey(),
    hoa_id: text(),
    type: text().notNull(),
    /** Null for the platform's own account. */
    account_id: text(),
    created_at: text().notNull(),
    received_at: text().notNull(),
    processed_at: text(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    index('processor_events_hoa').on(t.hoa_id, t.received_at),
  ],
);

export type Subscription = typeof subscriptions.$inferSelect;
export type PaymentAccount = typeof payment_accounts.$inferSelect;
export type ProcessorEvent = typeof processor_events.$inferSelect;
