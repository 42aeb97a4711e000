import { type Context, Hono } from 'hono';
import { loginInput } from '../../schema/auth.ts';
import { parse } from '../../sync/parse.ts';
import { signAccess } from '../auth/access.ts';
import { clearCookie, readCookie, readDeviceCookie, requireOwnOrigin, writeCookie } from '../auth/cookie.ts';
import { callerKey } from '../auth/limits.ts';
import { logIn } from '../auth/login.ts';
import { endCookieFamily, issueSession, requireActor } from '../auth/middleware.ts';
import { findProfile } from '../auth/profile.ts';
import { rotateToken } from '../auth/refresh.ts';
import type { Env } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { userBody } from '../http/rest-shapes.ts';
import { jsonBody } from '../http/validate.ts';
import { passwordRoutes } from './passwords.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { sessionRoutes } from './sessions.ts';

export const authRoutes = new Hono<Env>()
  .post('/login', requireOwnOrigin, async (c) => {
    const input = parse(loginInput, await jsonBody(c));
    const source = { caller: callerKey(c.req.header('CF-Connecting-IP')), device: readDeviceCookie(c) };
    const user = await logIn(c.var.deps, source, input);
    const { token, profile } = await issueSession(c, user);
    return c.json({ accessToken: token, user: userBody(profile) });
  })
  .post('/refresh', requireOwnOrigin, async (c) => {
    const { token, family_id, ...user } = await renewed(c);
    writeCookie(c, token);
    const profile = await findProfile(c.var.deps, user);
    const accessToken = await signAccess(c.var.deps, profile, { token, family_id });
    return c.json({ accessToken, user: userBody(profile) });
  })
  .post('/logout', requireOwnOrigin, async (c) => {
    await endCookieFamily(c, 'signOut');
    clearCookie(c);
    return c.body(null, 204);
  })
  .route('/', passwordRoutes)
  .route('/sessions', sessionRoutes)
  .route('/second-factor', secondFactorRoutes)
  .get('/profile', requireActor, async (c) => c.json(userBody(await findProfile(c.var.deps, c.var.actor))));

const renewed = async (c: Context<Env>) => {
  try {
    return await rotateToken(c.var.deps, readCookie(c) ?? '');
  } catch (error) {
    if (error instanceof HttpError) clearCookie(c);
    throw error;
  }
};
