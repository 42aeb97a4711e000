import { useSyncExternalStore } from 'react';
import { local } from './local-storage.ts';
import { usePrinting } from './printing.ts';

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );

/** From 768 px, and on paper: tables and the menu at the left. Below: cards and bottom tabs. */
export const useIsWide = (): boolean => useWide('(min-width: 48rem)');

/** From 800 px: a record has its details beside it. Below: folded between its text and its thread. On paper they are under
 * its text. */
export const useHasSide = (): boolean => useWide('(min-width: 50rem)');

const COLLAPSED = 'porchlight.menu-collapsed';
const isCollapsed = () => local.get(COLLAPSED) !== null;
const listeners = new Set<() => void>();

/** True if the menu beside the screens, from 1472 px, is collapsed to its icons on this device. */
export const useMenuCollapsed = (): boolean =>
  useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, isCollapsed);

export const toggleMenu = (): void => {
  if (isCollapsed()) local.remove(COLLAPSED);
  else local.set(COLLAPSED, '1');
  for (const changed of listeners) changed();
};

const useWide = (query: string): boolean => {
  const wide = useMedia(query);
  return usePrinting() || wide;
};
