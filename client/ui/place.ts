import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'wouter';
import { useKeys } from './keys.ts';

type Place = { href: string; state: unknown };

/** The lists of this page load as they were left, by path. */
const places = new Map<string, Place>();
let current = '';
let left = '';

/** Notes from which screen one comes; once, around all screens. */
export const useTrail = (): void => {
  const [path] = useLocation();
  useLayoutEffect(() => {
    left = current;
    current = path;
  }, [path]);
};

/** The path that one comes from, also while the screen is rendered for the first time. */
export const pathLeft = (): string => (location.pathname === current ? left : current);

/** Keeps the filters and the shown rows of the list on screen, and gives the focus back to the row of the record that
 * one comes from. */
export const useKeptPlace = (): void => {
  useEffect(() => {
    places.set(location.pathname, { href: location.pathname + location.search, state: history.state });
    orders.delete(location.pathname);
  });
  useEffect(() => {
    const row = rowOf(left);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }, []);
};

/** The search parameters with which the list at a path was left. */
export const placeOf = (path: string): URLSearchParams =>
  new URL(places.get(path)?.href ?? path, location.href).searchParams;

/** The ids of a list, in the order in which one goes through its records until the list is shown again. */
const orders = new Map<string, readonly string[]>();
export const orderOf = (path: string): readonly string[] => orders.get(path) ?? [];
export const keepOrder = (path: string, ids: readonly string[]): void => void orders.set(path, ids);

/** A record may stand at a longer path than its row leads to. */
const rowOf = (path: string) =>
  [...document.querySelectorAll<HTMLElement>('main a[data-row]')].find((row) => {
    const href = row.getAttribute('href')!;
    return path === href || path.startsWith(`${href}/`);
  });

/** Escape leads from a record to the list at `href` as it was left: by the browser's history where the list is the entry
 * before, so that it also restores how far it was scrolled. */
export const useBackKey = (href: string | undefined): void => {
  const [, navigate] = useLocation();
  const back = (list: string) => {
    const { pathname } = new URL(list, location.href);
    if (pathBefore() === pathname) return history.back();
    const place = places.get(pathname);
    navigate(place?.href ?? list, { state: place?.state });
  };
  useKeys({ back: href === undefined ? null : () => back(href) });
};

type Entry = { url: string | null; index: number };
type NavigationApi = { currentEntry: Entry | null; entries(): Entry[] };

/** The path of the history entry before this one; undefined where the browser does not say. */
const pathBefore = (): string | undefined => {
  const { navigation } = globalThis as { navigation?: NavigationApi };
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1];
  return before?.url ? new URL(before.url).pathname : undefined;
};
