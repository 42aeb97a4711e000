import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { OperatorAlertKind } from '../outbox.ts';

/** When each cron of wrangler.toml last ran (ISO 8601). */
export const cron_runs = sqliteTable('cron_runs', { cron: text().primaryKey(), ran_at: text().notNull() });

/** When the operator was last mailed about each kind of trouble (ISO 8601): at most once an hour. */
export const operator_mails = sqliteTable('operator_mails', {
  kind: text().$type<OperatorAlertKind>().primaryKey(),
  sent_at: text().notNull(),
});
