import { foreignKey, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { oneOf } from './columns.ts';
import { line } from './inputs.ts';
import { NAME_LIMIT, users } from './users.ts';

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

export const USER_TOKEN_PURPOSES = ['activation', 'reset'] as const;

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

const EMAIL_MESSAGE = 'Please enter a valid email address';

const email = z
  .string({ error: EMAIL_MESSAGE })
  .trim()
  .toLowerCase()
  .max(254, EMAIL_MESSAGE)
  .pipe(z.email(EMAIL_MESSAGE));
const TOO_LONG = 'Password cannot exceed 200 characters';
const shortPassword = (message: string) => z.string({ error: message }).min(6, message).max(200, TOO_LONG);

export const loginInput = z.object({ email, password: shortPassword('Password must be at least 6 characters') });
export type LoginInput = z.infer<typeof loginInput>;

const MISMATCH = "Passwords don't match";

/** A malformed token gets the same message as an unknown one. */
const linkToken = (message: string) => z.string({ error: message }).trim().min(1, message).max(200, message);
const newPassword = shortPassword('Password must be at least 6 characters');
const firstPassword = z
  .string({ error: 'Password must be at least 8 characters' })
  .min(8, 'Password must be at least 8 characters')
  .max(72, 'Password cannot exceed 72 characters')
  .regex(/^(?=.*\p{L})(?=.*\d)/su, 'Password must contain at least one letter and one number');

export const INVALID_RESET = 'Invalid or expired reset token';
export const INVALID_ACTIVATION = 'Invalid activation token';

export const forgotInput = z.object({ email });
export const resetInput = z.object({ token: linkToken(INVALID_RESET), password: newPassword });
export const activateInput = z.object({
  token: linkToken(INVALID_ACTIVATION),
  name: line('Name is required', NAME_LIMIT),
  password: firstPassword,
});
export const changePasswordInput = z.object({
  currentPassword: z
    .string({ error: 'Current password is required' })
    .min(1, 'Current password is required')
    .max(200, TOO_LONG),
  newPassword: shortPassword('New password must be at least 6 characters'),
});
export type ResetPassword = z.infer<typeof resetInput>;
export type NewAccount = z.infer<typeof activateInput>;
export type ChangePassword = z.infer<typeof changePasswordInput>;

export const resetForm = resetInput
  .pick({ password: true })
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, { error: MISMATCH, path: ['confirmPassword'] });
export const activateForm = activateInput
  .omit({ token: true })
  .extend({ confirmPassword: z.string().min(1, 'Password confirmation is required') })
  .refine((form) => form.password === form.confirmPassword, { error: MISMATCH, path: ['confirmPassword'] });
export const changePasswordForm = changePasswordInput
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.newPassword === form.confirmPassword, {
    error: "New passwords don't match",
    path: ['confirmPassword'],
  });
