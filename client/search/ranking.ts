import type { SearchResult as Match } from 'minisearch';

/** How well a record matches, in which piece of its text, and by which words that are spelled differently. */
export type Found = { rank: number; piece: number; fuzzy: readonly string[] };

/** 0: every word begins a word of the title; 1: of the title, or of who and where; 2: of any text; 3: is spelled a little
 * differently. */
export const rankOf = ({ match }: Match, words: readonly string[]): number => {
  const terms = Object.keys(match);
  let rank = 0;
  for (const word of words) {
    let best = 3;
    for (const term of terms) {
      if (best === 0 || !term.startsWith(word)) continue;
      const fields = match[term]!;
      best = Math.min(best, fields.includes('title') ? 0 : fields.includes('about') ? 1 : 2);
    }
    rank = Math.max(rank, best);
  }
  return rank;
};
