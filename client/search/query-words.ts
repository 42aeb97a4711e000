import { fold } from '../../sync/list.ts';

const WORD = /[\p{L}\p{N}]+/gu;
/** So frequent that they find nothing; the last word of a query is a beginning, and is none of them. */
const STOP_WORDS = new Set(
  'a an and are as at be been but by for from has have i in is it its of on or our that the their there they this to was we were will with you your'.split(
    ' ',
  ),
);

/** Ignores case and accents. */
export const normalize = (word: string): string => {
  const folded = fold(word);
  return ASCII.test(folded) ? folded : folded.normalize('NFD').replace(/\p{M}/gu, '');
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII
const ASCII = /^[\x00-\x7f]*$/;

export const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);

/** The normalized words of a query, without those that find nothing. */
export const queryWords = (query: string): string[] => {
  const words = wordsOf(query).map(normalize);
  return words.filter((word, at) => at === words.length - 1 || !isStopWord(word));
};

/** The marks of a result: beginnings of words, and whole words that are spelled a little differently. */
export type Marks = { beginnings: readonly string[]; words: ReadonlySet<string> };

type Segment = { text: string; marked: boolean };

/** The text in pieces, of which those that match are marked. */
export const segmentsOf = (text: string, marks: Marks): Segment[] => {
  const segments: Segment[] = [];
  let end = 0;
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const length = markedLength(word, marks);
    if (length === 0) continue;
    if (index > end) segments.push({ text: text.slice(end, index), marked: false });
    end = index + length;
    segments.push({ text: text.slice(index, end), marked: true });
  }
  if (end < text.length) segments.push({ text: text.slice(end), marked: false });
  return segments;
};

/** How much of the word is marked, from its beginning. */
const markedLength = (word: string, { beginnings, words }: Marks): number => {
  const normal = normalize(word);
  const longest = beginnings.reduce(
    (most, one) => (one.length > most && normal.startsWith(one) ? one.length : most),
    0,
  );
  // Without its accents a word may be shorter, so that positions would not match.
  if (longest > 0) return normal.length === word.length ? longest : word.length;
  return words.has(normal) ? word.length : 0;
};

const BEFORE = 32;
const LENGTH = 160;

/** The words around the first match, '' where nothing matches. */
export const excerptOf = (text: string, marks: Marks): string => {
  for (const { index, 0: word } of text.matchAll(WORD)) {
    if (markedLength(word, marks) === 0) continue;
    const start = index > BEFORE ? text.indexOf(' ', index - BEFORE) + 1 : 0;
    const from = Math.min(start, index);
    const piece = text.slice(from, from + LENGTH);
    return `${from > 0 ? '…' : ''}${piece}${from + LENGTH < text.length ? '…' : ''}`;
  }
  return '';
};
