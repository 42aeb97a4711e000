import { useSyncExternalStore } from 'react';

/** Whether a CSS media query holds now; the screen follows when that changes. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );

/** From tablet width up (768 px): tables, top navigation. Below it: cards, bottom tabs. */
export const useIsWide = (): boolean => useMedia('(min-width: 48rem)');
