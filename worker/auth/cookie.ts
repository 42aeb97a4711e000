import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Env } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { REFRESH_SECONDS } from './refresh.ts';

const NAME = 'porchlight';
const OPTIONS = { prefix: 'host', path: '/', secure: true, httpOnly: true, sameSite: 'Strict' } as const;

/** The refresh token that came with the call. */
export const readCookie = (c: Context): string | undefined => getCookie(c, NAME, 'host');

/** Hands the refresh token to the browser, out of reach of its scripts. */
export const writeCookie = (c: Context, token: string): void =>
  setCookie(c, NAME, token, { ...OPTIONS, maxAge: REFRESH_SECONDS });

/** Makes the browser forget its refresh token. */
export const clearCookie = (c: Context): void => {
  deleteCookie(c, NAME, OPTIONS);
};

/** Lets through our own pages and callers that are no browser: no other site may use, set or end a session. */
export const requireOwnOrigin: MiddlewareHandler<Env> = async (c, next) => {
  const site = c.req.header('Sec-Fetch-Site');
  const origin = c.req.header('Origin');
  const isOwn = origin === undefined ? !isOtherSite(site) : origin === publicOrigin(c) || site === 'same-origin';
  if (!isOwn) throw new HttpError(403, 'This call must come from the app itself');
  await next();
};

const publicOrigin = (c: Context<Env>) => new URL(c.var.deps.config.publicUrl).origin;
/** Another port or subdomain of ours is foreign too, though SameSite lets the cookie through from there. */
const isOtherSite = (site: string | undefined) => site === 'cross-site' || site === 'same-site';
