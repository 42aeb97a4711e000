/** Words of a title that begin small, unless they are its first or last. */
const SMALL = /^(a|an|and|as|at|but|by|for|from|in|into|of|on|or|per|the|to|vs|with)$/;

/** Prepositions that may also be part of a verb, and so begin large: Check In All. */
const PARTICLES = /^(in|on|by)$/i;

/** Words that what the program fills in may follow: Record for 3 Units. */
const BEFORE_MORE = /^(for|from|of|to|with)$/;

/** Names, and short forms that are always written large. */
const NAMES =
  /^(?:[A-Z0-9-]{2,}s?|HOA’s|I|Porchlight|Stripe|Stripe’s|Excel|OpenAPI|Google|Authenticator|Aegis|Home|Screen|Letter|Motion|Desk|Unit|Documents|Users|Import|Enter|Central|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*|iPhone|iPad|Declaration|WebSocket|Accounting)$/;

const bare = (word: string): string => word.replace(/^[^\p{L}\p{N}{]+|[^\p{L}\p{N}}]+$/gu, '');

const large = (word: string): string => word.replace(/\p{L}/u, (letter) => letter.toUpperCase());
const small = (word: string): string => word.replace(/\p{L}/u, (letter) => letter.toLowerCase());

const hyphened = (word: string): string => word.split('-').map(large).join('-');

/** The title in Title Case. */
export const inTitleCase = (text: string): string => {
  const words = text.split(/\s+/).filter(Boolean);
  return words
    .map((word, at) => {
      const core = bare(word);
      if (!/^\p{L}/u.test(core) || /[.@/]\w/.test(core)) return word;
      const isFirst = at === 0 || /[:?!.]$/.test(words[at - 1] ?? '');
      const isLast = at === words.length - 1 && !BEFORE_MORE.test(core);
      if (isFirst || isLast || !SMALL.test(core.toLowerCase())) return hyphened(word);
      return PARTICLES.test(core) ? word : small(word);
    })
    .join(' ');
};

/** The sentence in sentence case: names, and words that begin a sentence, stay as they are. */
export const inSentenceCase = (text: string): string => {
  const words = text.split(/\s+/).filter(Boolean);
  return words
    .map((word, at) => {
      const isFirst = at === 0 || /[.?!:}]["”)]?$|^·$/.test(words[at - 1] ?? '') || /^["“({]/.test(word);
      return isFirst || NAMES.test(bare(word)) || !/^\p{Lu}\p{Ll}/u.test(bare(word)) ? word : small(word);
    })
    .join(' ');
};
