import { createHash } from 'node:crypto';

/** A stable id for a label: the same in each run and on each machine (a version 8 UUID). */
export const idOf = (label: string): string => {
  const hex = createHash('sha256').update(label).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

export type Random = {
  next(): number;
  between(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
};

/** A seeded random number generator (mulberry32). */
export const randomOf = (label: string): Random => {
  let state = createHash('sha256').update(label).digest().readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return { next, between, pick: (list) => list[between(0, list.length - 1)]! };
};
