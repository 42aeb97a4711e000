import { type Context, Hono } from 'hono';
import { activateInput, changePasswordInput, forgotInput, INVALID_RESET, resetInput } from '../../schema/auth.ts';
import { parse } from '../../sync/parse.ts';
import { Refusal } from '../../sync/tx.ts';
import { requireOwnOrigin } from '../auth/cookie.ts';
import { activate, changePassword, resetPassword, verifyReset } from '../auth/credentials.ts';
import { requestReset } from '../auth/forgot.ts';
import { callerKey } from '../auth/limits.ts';
import { endCookieFamily, issueSession, requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { userBody } from '../http/rest-shapes.ts';
import { jsonBody } from '../http/validate.ts';

export const passwordRoutes = new Hono<Env>()
  .post('/forgot-password', async (c) => {
    const { email } = parse(forgotInput, await jsonBody(c));
    await requestReset(c.var.deps, caller(c), email);
    return c.json({ message: 'If an account exists for this email, a reset link is on its way.' });
  })
  .get('/verify-reset-token', async (c) => {
    const { email } = await verifyReset(c.var.deps, caller(c), tokenIn(c.req.query()));
    return c.json({ email });
  })
  // The token is in the body, so that it does not appear in URLs and logs.
  .post('/verify-reset-token', async (c) => {
    const { email } = await verifyReset(c.var.deps, caller(c), tokenIn(await jsonBody(c)));
    return c.json({ email });
  })
  .post('/reset-password', async (c) => {
    await resetPassword(c.var.deps, caller(c), parse(resetInput, await jsonBody(c)));
    await endCookieFamily(c);
    return c.json({ message: 'Your password has been reset.' });
  })
  .post('/activate', requireOwnOrigin, async (c) => {
    const user = await activate(c.var.deps, caller(c), parse(activateInput, await jsonBody(c)));
    const { token, profile } = await issueSession(c, user);
    return c.json({ token, user: userBody(profile) });
  })
  .put('/change-password', requireActor, async (c) => {
    const { deps, actor, family_id } = c.var;
    await changePassword(deps, caller(c), { actor, family_id }, parse(changePasswordInput, await jsonBody(c)));
    return c.json({ message: 'Password changed successfully! You remain logged in on this device.' });
  });

const caller = (c: Context<Env>) => callerKey(c.req.header('CF-Connecting-IP'));

const tokenIn = (input: Record<string, unknown>): string => {
  const token = resetInput.shape.token.safeParse(input.token);
  if (!token.success) throw new Refusal('invalid', INVALID_RESET);
  return token.data;
};
