import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Env } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { DEVICE_SECONDS } from './known-devices.ts';
import { REFRESH_SECONDS } from './refresh.ts';

const NAME = 'porchlight';
const DEVICE = 'porchlight-device';
const OPTIONS = { prefix: 'host', path: '/', secure: true, httpOnly: true, sameSite: 'Strict' } as const;

export const readCookie = (c: Context): string | undefined => getCookie(c, NAME, 'host');

export const writeCookie = (c: Context, token: string): void =>
  setCookie(c, NAME, token, { ...OPTIONS, maxAge: REFRESH_SECONDS });

export const clearCookie = (c: Context): void => {
  deleteCookie(c, NAME, OPTIONS);
};

export const readDeviceCookie = (c: Context): string | undefined => getCookie(c, DEVICE, 'host');

export const writeDeviceCookie = (c: Context, token: string): void =>
  setCookie(c, DEVICE, token, { ...OPTIONS, maxAge: DEVICE_SECONDS });

/** Accepts our own pages and clients that are not browsers, so that another site cannot use, set or end a session. */
export const requireOwnOrigin: MiddlewareHandler<Env> = async (c, next) => {
  const site = c.req.header('Sec-Fetch-Site');
  const origin = c.req.header('Origin');
  const isOwn = origin === undefined ? !isOtherSite(site) : origin === publicOrigin(c) || site === 'same-origin';
  if (!isOwn) throw new HttpError(403, 'This call must come from the app itself');
  await next();
};

const publicOrigin = (c: Context<Env>) => new URL(c.var.deps.config.publicUrl).origin;
/** 'same-site' is another port or subdomain, whose requests carry the cookie despite SameSite. */
const isOtherSite = (site: string | undefined) => site === 'cross-site' || site === 'same-site';
