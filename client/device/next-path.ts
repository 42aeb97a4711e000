import { paths } from '../paths.ts';

const NEXT = 'next';

/** The sign-in screen that leads to `at`, an address of the app, afterwards. */
export const loginFor = (at: string): string =>
  safePath(at) === undefined ? paths.login() : `${paths.login()}?${new URLSearchParams({ [NEXT]: at })}`;

/** The address after the sign-in: that which the search names, if it is one of this app, else the dashboard. */
export const nextOf = (search: string): string =>
  safePath(new URLSearchParams(search).get(NEXT) ?? '') ?? paths.dashboard();

/** Undefined for another origin, and for the screens that a sign-in leads to anyway. */
const safePath = (text: string): string | undefined => {
  if (!/^\/(?![/\\])/.test(text) || /[\\\p{Cc}]/u.test(text)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, BASE);
  if (origin !== BASE || pathname.startsWith('//') || LEFT_OUT.includes(pathname)) return undefined;
  return pathname + search + hash;
};
const BASE = 'https://app.invalid';
const LEFT_OUT: readonly string[] = [paths.home(), paths.dashboard(), paths.login()];
