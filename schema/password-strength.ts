/** What is known of whose password it is to be. */
export type PasswordOwner = { email?: string | undefined; hoa_name?: string | undefined };

export const COMMON_PASSWORD =
  'This password is one of the most common ones, which are tried first. Please choose another.';
const tooClose = (what: string) => `This password is little more than ${what}. Please choose another.`;

/** Why a password is easy to guess: it is common, or nothing but the owner's email or HOA with a few characters more. */
export const passwordWeakness = (
  password: string,
  { email = '', hoa_name = '' }: PasswordOwner,
  isCommon: (password: string) => boolean,
): string | undefined => {
  if (isCommon(password)) return COMMON_PASSWORD;
  const typed = squeeze(password);
  const [ofEmail, ofHoa] = [wordsOf(email), wordsOf(hoa_name)];
  const isWeakWithout = (words: string[]) => {
    const left = without(typed, words);
    return left !== typed && (left.length < MIN_LEFT || isCommon(left));
  };
  if (isWeakWithout(ofEmail)) return tooClose('your email');
  if (isWeakWithout(ofHoa)) return tooClose('the name of your HOA');
  return isWeakWithout([...ofEmail, ...ofHoa]) ? tooClose('your email and the name of your HOA') : undefined;
};

/** As many characters as the shortest password has. */
const MIN_LEFT = 6;
const MIN_WORD = 4;

const squeeze = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The whole, for an email also what stands before the @, and the parts; the longest first. */
const wordsOf = (name: string): string[] =>
  [name, name.split('@')[0] ?? '', ...name.split(/[^\p{L}\p{N}]+/u)]
    .map(squeeze)
    .filter((word) => word.length >= MIN_WORD)
    .sort((a, b) => b.length - a.length);

const without = (text: string, words: string[]): string =>
  words.reduce((left, word) => left.replaceAll(word, ''), text);
