import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { activateForm, changePasswordForm, resetForm } from '../../schema/auth.ts';

const problems = (form: z.ZodMiniType, values: object) =>
  (form.safeParse(values).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);

test('[AUTH-27] the reset form wants the password twice', () => {
  const twice = (confirmPassword: string) => problems(resetForm, { password: 'secret-1', confirmPassword });
  expect(twice('secret-1')).toEqual([]);
  expect(twice('secret-2')).toEqual([['confirmPassword', "Passwords don't match"]]);
});

test('[AUTH-41] [AUTH-42] [AUTH-43] the activation form wants the password twice', () => {
  const twice = (confirmPassword: string) =>
    problems(activateForm, { name: 'Ada', password: 'secret-12', confirmPassword });
  expect(twice('secret-12')).toEqual([]);
  expect(twice('')).toContainEqual(['confirmPassword', 'Password confirmation is required']);
  expect(twice('secret-13')).toEqual([['confirmPassword', "Passwords don't match"]]);
});

test('[PROFILE-09] the change form wants the new password twice', () => {
  const twice = (confirmPassword: string) =>
    problems(changePasswordForm, { currentPassword: 'old-one', newPassword: 'secret-1', confirmPassword });
  expect(twice('secret-1')).toEqual([]);
  expect(twice('secret-2')).toEqual([['confirmPassword', "New passwords don't match"]]);
});
