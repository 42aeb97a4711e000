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

/** The columns of a wide list that a screen of this width has no room for, by the width from which it has. */
export const useFold = () => {
  const [lg, xl] = [useMedia('(min-width: 64rem)'), useMedia('(min-width: 80rem)')];
  return { lg: !lg, xl: !xl };
};

/** From tablet width up (768 px): tables, top navigation. Below it: cards, bottom tabs. */
export const useIsWide = (): boolean => useMedia('(min-width: 48rem)');
