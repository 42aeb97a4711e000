import * as z from 'zod/mini';
import { solutionInput } from './challenge.ts';
import { id, line } from './inputs.ts';
import { NAME_LIMIT } from './users.ts';

export const USER_TOKEN_PURPOSES = ['activation', 'reset'] as const;

const EMAIL_MESSAGE = 'Please enter a valid email address';

const email = z.pipe(
  z.string({ error: EMAIL_MESSAGE }).check(z.trim(), z.toLowerCase(), z.maxLength(254, EMAIL_MESSAGE)),
  z.email(EMAIL_MESSAGE),
);
const TOO_LONG = 'Password cannot exceed 200 characters';
const shortPassword = (message: string) =>
  z.string({ error: message }).check(z.minLength(6, message), z.maxLength(200, TOO_LONG));

const currentPassword = (message: string) =>
  z.string({ error: message }).check(z.minLength(1, message), z.maxLength(200, TOO_LONG));

export const loginForm = z.object({ email, password: shortPassword('Password must be at least 6 characters') });
/** A code of an authenticator app, or a recovery code. */
const code = z
  .string({ error: 'Enter the code' })
  .check(z.trim(), z.minLength(6, 'Enter the whole code'), z.maxLength(40));
export const codeInput = z.object({ code });
export const passwordInput = z.object({ password: currentPassword('Your password is required') });

/** `hoa_id`: the association chosen, where an earlier answer offered several; `solution`: of the challenge in an earlier
 * answer with status 429; `code`: where an earlier answer asked for a second factor. */
export const loginInput = z.extend(loginForm, {
  hoa_id: z.optional(id),
  solution: z.optional(solutionInput),
  code: z.optional(code),
});
export type LoginInput = z.infer<typeof loginInput>;

const MISMATCH = "Passwords don't match";

/** A malformed token gets the same message as an unknown one. */
const linkToken = (message: string) =>
  z.string({ error: message }).check(z.trim(), z.minLength(1, message), z.maxLength(200, message));
const newPassword = shortPassword('Password must be at least 6 characters');
const firstPassword = z
  .string({ error: 'Password must be at least 8 characters' })
  .check(
    z.minLength(8, 'Password must be at least 8 characters'),
    z.maxLength(72, 'Password cannot exceed 72 characters'),
    z.regex(/^(?=.*\p{L})(?=.*\d)/su, 'Password must contain at least one letter and one number'),
  );

export const INVALID_RESET = 'Invalid or expired reset token';
export const INVALID_ACTIVATION = 'Invalid activation token';

export const forgotInput = z.object({ email });
/** True where the person's calendar address ends with their old password. */
const endCalendar = z.optional(z.boolean({ error: 'Please choose yes or no' }));

export const resetInput = z.object({ token: linkToken(INVALID_RESET), password: newPassword, endCalendar });
export const activateInput = z.object({
  token: linkToken(INVALID_ACTIVATION),
  name: line('Name is required', NAME_LIMIT),
  password: firstPassword,
});
export const changePasswordInput = z.object({
  currentPassword: currentPassword('Current password is required'),
  newPassword: shortPassword('New password must be at least 6 characters'),
  endCalendar,
});
export type ResetPassword = z.infer<typeof resetInput>;
export type NewAccount = z.infer<typeof activateInput>;
export type ChangePassword = z.infer<typeof changePasswordInput>;

export const resetForm = z
  .extend(z.pick(resetInput, { password: true, endCalendar: true }), { confirmPassword: z.string() })
  .check(z.refine((form) => form.password === form.confirmPassword, { error: MISMATCH, path: ['confirmPassword'] }));
export const activateForm = z
  .extend(z.omit(activateInput, { token: true }), {
    confirmPassword: z.string().check(z.minLength(1, 'Password confirmation is required')),
  })
  .check(z.refine((form) => form.password === form.confirmPassword, { error: MISMATCH, path: ['confirmPassword'] }));
export const changePasswordForm = z.extend(changePasswordInput, { confirmPassword: z.string() }).check(
  z.refine((form) => form.newPassword === form.confirmPassword, {
    error: "New passwords don't match",
    path: ['confirmPassword'],
  }),
);
