import { foreignKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { users } from './users.ts';

/** The secret address of a person's calendar, at most one each. Never synced: only the hash of its token is stored. */
export const calendar_feeds = sqliteTable(
  'calendar_feeds',
  {
    user_id: text().primaryKey(),
    hoa_id: text().notNull(),
    token_hash: text().notNull(),
    created_at: text().notNull(),
  },
  (t) => [
    uniqueIndex('calendar_feeds_hash').on(t.token_hash),
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
  ],
);
