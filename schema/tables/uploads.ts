import { foreignKey, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { UPLOAD_FEATURES } from '../uploads.ts';
import { oneOf } from './columns.ts';
import { users } from './users.ts';

/** Every issued upload link, with the verified file once a record has claimed it. */
export const uploads = sqliteTable(
  'uploads',
  {
    key: text().primaryKey(),
    hoa_id: text().notNull(),
    user_id: text().notNull(),
    feature: text({ enum: UPLOAD_FEATURES }).notNull(),
    name: text().notNull(),
    content_type: text().notNull(),
    /** Bytes; null if the caller did not send it. */
    size: integer(),
    /** Key of the verified file; null until a record claims the upload. */
    final_key: text(),
    /** `entity/id` of the only record that may use the file. */
    record: text(),
    /** Claimed without verification, because storage did not respond. */
    pending: integer({ mode: 'boolean' }).notNull().default(false),
    created_at: text().notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
    index('uploads_final').on(t.final_key),
    oneOf('uploads_feature', t.feature, UPLOAD_FEATURES),
  ],
);
export type Upload = typeof uploads.$inferSelect;
