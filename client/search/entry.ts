import { plainText } from '../../schema/rich-text.ts';
import { pieces } from '../../sync/documents/pieces.ts';
import type { SearchRecord, SearchSource } from './source.ts';

/** A record as the index holds it. */
export type Entry = {
  source: SearchSource;
  title: string;
  about: string;
  words: string;
  texts: string[];
  detail: () => string;
  isOpen: boolean;
  at: string;
  href: string;
};
/** A piece of a record, as the library indexes it. */
export type Indexed = { id: string; title: string; about: string; text: string };

/** No piece of a long text takes longer than a few milliseconds. */
const PIECE = 2000;

export const entryOf = (
  source: SearchSource,
  { title, about = [], texts = [], words = '', detail = () => '', isOpen = false, at, href }: SearchRecord,
): Entry => ({
  source,
  title,
  about: about.filter(Boolean).join(' · '),
  words,
  texts: pieces(
    texts
      .filter((text) => typeof text === 'string')
      .map(plainText)
      .join(' ')
      .trim(),
    PIECE,
  ),
  detail,
  isOpen,
  at,
  href,
});

/** Each piece of a text is searched together with the title, so that words of both find the record. */
export const indexedOf = (key: string, { title, about, words, texts }: Entry): Indexed[] =>
  (texts.length > 0 ? texts : ['']).map((text, at) => ({
    id: `${key}#${at}`,
    title,
    about: at === 0 ? `${about} ${words}` : '',
    text,
  }));

/** The same for records of which the same is searched. */
export const searchedOf = ({ title, about, words, texts }: Entry): string =>
  JSON.stringify([title, about, words, texts]);
