import MiniSearch from 'minisearch';
import { fuzziness } from '../ui/fuzzy.ts';
import type { Entry, Indexed } from './entry.ts';
import { isStopWord, normalize, wordsOf } from './query-words.ts';
import { type Found, rankOf } from './ranking.ts';

/** The records that are in the index, by key. */
type Entries = ReadonlyMap<string, Entry>;

/** The words of the pieces of records. */
export class WordIndex {
  readonly #library = new MiniSearch<Indexed>({
    fields: ['title', 'about', 'text'],
    tokenize: wordsOf,
    processTerm: (word) => {
      const term = normalize(word);
      return isStopWord(term) ? null : term;
    },
  });

  get wordCount(): number {
    return this.#library.termCount;
  }

  add(piece: Indexed): void {
    this.#library.add(piece);
  }

  remove(piece: Indexed): void {
    this.#library.remove(piece);
  }

  /** The records in which every word matches. One letter begins words of nearly every text, so as the last word it is
   * looked for in titles and in who and where. */
  match(entries: Entries, words: readonly string[], fuzzy: boolean): Map<string, Found> {
    const letter = words.at(-1)!;
    if (letter.length > 1) return this.#find(entries, words, fuzzy);
    if (words.length === 1) return startingWith(entries, letter);
    const found = this.#find(entries, words.slice(0, -1), fuzzy);
    for (const key of found.keys()) if (!hasWord(entries.get(key)!, letter)) found.delete(key);
    return found;
  }

  #find(entries: Entries, words: readonly string[], fuzzy: boolean): Map<string, Found> {
    const last = words.length - 1;
    const matches = this.#library.search(words.join(' '), {
      combineWith: 'AND',
      processTerm: (term) => term,
      prefix: (_, at) => at === last || words[at]!.length > 2,
      fuzzy: fuzzy && fuzziness,
    });
    const found = new Map<string, Found>();
    for (const match of matches) {
      const id: string = match.id;
      const hash = id.lastIndexOf('#');
      const key = id.slice(0, hash);
      const rank = rankOf(match, words);
      const before = found.get(key);
      // A record on its way out has pieces left.
      if (!entries.has(key) || (before && before.rank <= rank)) continue;
      found.set(key, {
        rank,
        piece: Number(id.slice(hash + 1)),
        fuzzy: fuzzy ? match.terms.filter((term) => !words.some((word) => term.startsWith(word))) : [],
      });
    }
    return found;
  }
}

const hasWord = ({ title, about }: Entry, letter: string): boolean =>
  wordsOf(`${title} ${about}`).some((word) => normalize(word).startsWith(letter));

const startingWith = (entries: Entries, letter: string): Map<string, Found> => {
  const found = new Map<string, Found>();
  for (const [key, { title }] of entries)
    if (wordsOf(title).some((word) => normalize(word).startsWith(letter)))
      found.set(key, { rank: 0, piece: 0, fuzzy: [] });
  return found;
};
