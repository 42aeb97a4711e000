import { foreignKey, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { GrantedScope } from '../api-tokens.ts';
import { users } from './users.ts';

/** Tokens with which programs call the API in place of `user_id`. Never synced: only the hash is stored. */
export const api_tokens = sqliteTable(
  'api_tokens',
  {
    id: text().primaryKey(),
    hoa_id: text().notNull(),
    user_id: text().notNull(),
    name: text().notNull(),
    token_hash: text().notNull(),
    /** Its last four characters, by which people tell tokens apart. */
    ending: text().notNull(),
    scopes: text({ mode: 'json' }).$type<GrantedScope[]>().notNull(),
    created_at: text().notNull(),
    expires_at: text().notNull(),
    /** To the minute. */
    last_used_at: text(),
    revoked_at: text(),
  },
  (t) => [
    uniqueIndex('api_tokens_hash').on(t.token_hash),
    index('api_tokens_hoa').on(t.hoa_id, t.created_at),
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
  ],
);
export type ApiToken = typeof api_tokens.$inferSelect;
