import { useSyncExternalStore } from 'react';

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );

/** From 768 px: tables and top navigation. Below: cards and bottom tabs. */
export const useIsWide = (): boolean => useMedia('(min-width: 48rem)');

/** From 800 px: a record has its details beside it. Below: folded between its text and its thread. */
export const useHasSide = (): boolean => useMedia('(min-width: 50rem)');
