import type { Context } from 'hono';
import {
  activateInput,
  changePasswordInput,
  forgotInput,
  INVALID_RESET,
  loginInput,
  resetInput,
} from '../../schema/auth.ts';
import { Refusal } from '../../sync/tx.ts';
import { signAccess } from '../auth/access.ts';
import { clearCookie, readCookie, readDeviceCookie, requireOwnOrigin, writeCookie } from '../auth/cookie.ts';
import { activate, changePassword, resetPassword, verifyReset } from '../auth/credentials.ts';
import { requestReset } from '../auth/forgot.ts';
import { callerIn } from '../auth/limits.ts';
import { logIn } from '../auth/login.ts';
import { endCookieFamily, issueSession } from '../auth/middleware.ts';
import { findProfile } from '../auth/profile.ts';
import { rotateToken } from '../auth/refresh.ts';
import type { Env } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { userBody } from '../http/rest-shapes.ts';
import { jsonBody } from '../http/validate.ts';
import { handler, query } from './query.ts';
import type { Route } from './route.ts';

const anyone = { tag: 'Account', access: 'anyone' } as const;
const person = { tag: 'Account', access: 'person' } as const;
const before = [requireOwnOrigin];

const sessionRoutes = [
  handler('POST /api/auth/login', {
    ...{ ...anyone, before },
    errors: [401, 403],
    summary: 'Sign in',
    notes: 'For the app, which keeps the refresh token in a cookie. Scripts use an API token.',
    body: loginInput,
    answers: { 200: 'session' },
    handle: async ({ c, deps, input }) => {
      const asked = await input();
      const user = await logIn(deps, { caller: callerIn(c), device: readDeviceCookie(c) }, asked);
      const { token, profile } = await issueSession(c, user);
      return { accessToken: token, user: userBody(profile) };
    },
  }),
  handler('POST /api/auth/refresh', {
    ...{ ...anyone, before },
    errors: [401, 403],
    summary: 'Get a new access token for the cookie',
    answers: { 200: 'session' },
    handle: async ({ c, deps }) => {
      const { token, family_id, ...user } = await renewed(c);
      writeCookie(c, token);
      const profile = await findProfile(deps, user);
      const accessToken = await signAccess(deps, profile, { token, family_id });
      return { accessToken, user: userBody(profile) };
    },
  }),
  handler('POST /api/auth/logout', {
    ...{ ...anyone, before },
    errors: [403],
    summary: 'Sign out',
    answers: { 204: null },
    handle: async ({ c }) => {
      await endCookieFamily(c, 'signOut');
      clearCookie(c);
    },
  }),
];

const passwordRoutes = [
  handler('POST /api/auth/forgot-password', {
    ...anyone,
    summary: 'Ask for a reset link by mail',
    body: forgotInput,
    answers: { 200: 'message' },
    handle: async ({ c, deps, input }) => {
      const { email } = await input();
      await requestReset(deps, callerIn(c), email);
      return { message: 'If an account exists for this email, a reset link is on its way.' };
    },
  }),
  handler('GET /api/auth/verify-reset-token', {
    ...anyone,
    summary: 'Whose reset link it is',
    query: 'resetToken',
    answers: { 200: 'resetOf' },
    handle: ({ c }) => ownerOf(c, c.req.query()),
  }),
  // The token is in the body, so that it does not appear in URLs and logs.
  handler('POST /api/auth/verify-reset-token', {
    ...anyone,
    summary: 'Whose reset link it is',
    body: 'resetToken',
    answers: { 200: 'resetOf' },
    handle: async ({ c }) => ownerOf(c, await jsonBody(c)),
  }),
  handler('POST /api/auth/reset-password', {
    ...anyone,
    summary: 'Set a new password with a reset link',
    body: resetInput,
    answers: { 200: 'message' },
    handle: async ({ c, deps, input }) => {
      await resetPassword(deps, callerIn(c), await input());
      await endCookieFamily(c);
      return { message: 'Your password has been reset.' };
    },
  }),
  handler('POST /api/auth/activate', {
    ...{ ...anyone, before },
    errors: [403],
    summary: 'Accept an invitation',
    body: activateInput,
    answers: { 200: 'activated' },
    handle: async ({ c, deps, input }) => {
      const user = await activate(deps, callerIn(c), await input());
      const { token, profile } = await issueSession(c, user);
      return { token, user: userBody(profile) };
    },
  }),
  handler('PUT /api/auth/change-password', {
    ...person,
    summary: 'Change the password',
    body: changePasswordInput,
    answers: { 200: 'message' },
    handle: async ({ c, deps, actor, input }) => {
      await changePassword(deps, callerIn(c), { actor, family_id: c.var.family_id }, await input());
      return { message: 'Password changed successfully! You remain logged in on this device.' };
    },
  }),
];

export const signInRoutes: readonly Route[] = [
  ...sessionRoutes,
  ...passwordRoutes,
  query('GET /api/auth/profile', {
    ...person,
    summary: 'Who is calling',
    answer: [async (deps, actor) => userBody(await findProfile(deps, actor)), 'user'],
  }),
];

const renewed = async (c: Context<Env>) => {
  try {
    return await rotateToken(c.var.deps, readCookie(c) ?? '');
  } catch (error) {
    if (error instanceof HttpError) clearCookie(c);
    throw error;
  }
};

const ownerOf = async (c: Context<Env>, asked: Record<string, unknown>): Promise<{ email: string }> => {
  const token = resetInput.shape.token.safeParse(asked.token);
  if (!token.success) throw new Refusal('invalid', INVALID_RESET);
  const { email } = await verifyReset(c.var.deps, callerIn(c), token.data);
  return { email };
};
