import { useSyncExternalStore } from 'react';
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

/** From 768 px, and on paper: tables and top navigation. Below: cards and bottom tabs. */
export const useIsWide = (): boolean => useWide('(min-width: 48rem)');

/** From 800 px: a record has its details beside it. Below: folded between its text and its thread. On paper they are under
 * its text. */
export const useHasSide = (): boolean => useWide('(min-width: 50rem)');

const useWide = (query: string): boolean => {
  const wide = useMedia(query);
  return usePrinting() || wide;
};
