import { nth } from './required.ts';

export type Random = {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `most`. */
  below(most: number): number;
  chance(share: number): boolean;
  /** Throws where the list is empty. */
  pick<T>(list: readonly T[]): T;
  pickIfAny<T>(list: readonly T[]): T | undefined;
};

/** The same numbers for the same seed (mulberry32), so that a failing run can be run again. */
export const randomOf = (seed: number): Random => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (list) => nth(list, below(list.length)),
    pickIfAny: (list) => list[below(list.length)],
  };
};
