import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { USER_TOKEN_PURPOSES } from '../auth.ts';
import { oneOf } from './columns.ts';
import { users } from './users.ts';

const ofUser = (t: { hoa_id: never; user_id: never }) =>
  foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] });

/** Password hashes are kept apart from users so that no query of users can return them. */
export const credentials = sqliteTable(
  'credentials',
  {
    user_id: text().primaryKey(),
    hoa_id: text().notNull(),
    /** `scrypt$N$r$p$salt$hash`, salt and hash in base64. */
    password_hash: text().notNull(),
    changed_at: text().notNull(),
  },
  (t) => [ofUser(t as never)],
);

/** A refresh token. Rotation consumes it and stores its successor; a family is one sign-in on one device. */
export const refresh_tokens = sqliteTable(
  'refresh_tokens',
  {
    token_hash: text().primaryKey(),
    family_id: text().notNull(),
    hoa_id: text().notNull(),
    user_id: text().notNull(),
    created_at: text().notNull(),
    expires_at: text().notNull(),
    spent_at: text(),
    /** The successor, encrypted with a key derived from the consumed token, so that a lost response can be repeated. */
    successor: text(),
    revoked_at: text(),
    /** When the sign-in began; null in tokens older than this column, for which `created_at` counts. */
    signed_in_at: text(),
    /** When this token, or an access token that came with it, was first used. */
    used_at: text(),
    device: text(),
  },
  (t) => [
    index('refresh_tokens_family').on(t.family_id),
    index('refresh_tokens_user').on(t.hoa_id, t.user_id),
    ofUser(t as never),
  ],
);

/** Browsers that have signed in to an account, by the token in their device cookie, which their accounts share. Their
 * attempts are not held up by the failures of others behind the same address. */
export const known_devices = sqliteTable(
  'known_devices',
  {
    token_hash: text().notNull(),
    user_id: text().notNull(),
    hoa_id: text().notNull(),
    /** The newest sign-in from this device. */
    family_id: text().notNull(),
    expires_at: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.token_hash, t.user_id] }),
    index('known_devices_user').on(t.hoa_id, t.user_id),
    ofUser(t as never),
  ],
);

/** The authenticator app of a user (RFC 6238). It counts once `confirmed_at` says that a code of it was entered. */
export const second_factors = sqliteTable(
  'second_factors',
  {
    user_id: text().primaryKey(),
    hoa_id: text().notNull(),
    /** Encrypted with a key derived from JWT_SECRET. */
    sealed_secret: text().notNull(),
    created_at: text().notNull(),
    confirmed_at: text(),
    /** The 30-second step of the newest code accepted: no code of it or an earlier one is accepted again. */
    last_step: integer(),
  },
  (t) => [ofUser(t as never)],
);

/** Only the hash is stored, and only until the code is used. */
export const recovery_codes = sqliteTable(
  'recovery_codes',
  {
    user_id: text().notNull(),
    code_hash: text().notNull(),
    hoa_id: text().notNull(),
    created_at: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.code_hash] }), ofUser(t as never)],
);

/** When a code was last entered in a sign-in (token family). */
export const second_factor_checks = sqliteTable(
  'second_factor_checks',
  {
    family_id: text().primaryKey(),
    hoa_id: text().notNull(),
    user_id: text().notNull(),
    checked_at: text().notNull(),
  },
  (t) => [ofUser(t as never)],
);

/** Single-use links sent by mail: an activation lasts 7 days, a reset 2 hours. Only the hash is stored. */
export const user_tokens = sqliteTable(
  'user_tokens',
  {
    token_hash: text().primaryKey(),
    hoa_id: text().notNull(),
    user_id: text().notNull(),
    purpose: text({ enum: USER_TOKEN_PURPOSES }).notNull(),
    created_at: text().notNull(),
    expires_at: text().notNull(),
    used_at: text(),
  },
  (t) => [
    index('user_tokens_user').on(t.hoa_id, t.user_id, t.purpose),
    oneOf('user_tokens_purpose', t.purpose, USER_TOKEN_PURPOSES),
    ofUser(t as never),
  ],
);

/** Attempts counted by `key` in a window that starts at `window_start` (seconds since 1970). */
export const rate_limits = sqliteTable(
  'rate_limits',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    key: text().notNull(),
    window_start: integer().notNull(),
    count: integer().notNull(),
  },
  (t) => [uniqueIndex('rate_limits_window').on(t.key, t.window_start)],
);
