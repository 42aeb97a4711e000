import { foreignKey, index, integer, text } from 'drizzle-orm/sqlite-core';
import { REMINDER_CHANNELS, REMINDER_KINDS, REMINDER_STATUSES } from '../reminders.ts';
import { accounts } from './accounts.ts';
import { entityTable, isDay, oneOf } from './columns.ts';
import { hoas } from './hoas.ts';
import { entries } from './ledger.ts';
import { plans } from './payment-plans.ts';

/** A reminder of the holders of an account. The id is derived from the account, the charge and the step, so that no step
 * is taken twice. */
export const reminders = entityTable(
  'reminder',
  'reminders',
  {
    account_id: text().notNull(),
    kind: text({ enum: REMINDER_KINDS }).notNull(),
    /** The oldest charge that was open. */
    charge_id: text(),
    plan_id: text(),
    /** The days of the step from the due date, or the due date of the instalment. */
    step: text(),
    channel: text({ enum: REMINDER_CHANNELS }).notNull(),
    status: text({ enum: REMINDER_STATUSES }).notNull(),
    /** The calendar date of the HOA on which it was made. */
    remind_on: text().notNull(),
    /** The amount that it names, once it is written. */
    amount_cents: integer(),
    /** Why it was refused or skipped. */
    reason: text(),
    /** The holders whom it was mailed to. */
    sent_to: text({ mode: 'json' }).$type<string[]>(),
    /** Null where the rules made it. */
    made_by: text(),
    made_by_name: text(),
    made_at: text().notNull(),
    /** When it was sent, skipped or printed. */
    done_at: text(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.account_id], foreignColumns: [accounts.hoa_id, accounts.id] }),
    foreignKey({ columns: [t.hoa_id, t.charge_id], foreignColumns: [entries.hoa_id, entries.id] }),
    foreignKey({ columns: [t.hoa_id, t.plan_id], foreignColumns: [plans.hoa_id, plans.id] }),
    index('reminders_account').on(t.hoa_id, t.account_id),
    oneOf('reminders_kind', t.kind, REMINDER_KINDS),
    oneOf('reminders_channel', t.channel, REMINDER_CHANNELS),
    oneOf('reminders_status', t.status, REMINDER_STATUSES),
    isDay('reminders_remind_on', t.remind_on),
  ],
);

export type Reminder = typeof reminders.$inferSelect;
