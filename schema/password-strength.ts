/** The known facts about the owner of the password. */
export type PasswordOwner = { email?: string | undefined; name?: string | undefined; hoa_name?: string | undefined };

const BLANK_PASSWORD = 'A password can’t be only spaces. Please choose another.';
const COMMON_PASSWORD = 'This is one of the most common passwords, and easy to guess. Please choose another.';
const REGULAR_PASSWORD =
  'This password repeats a character or follows a pattern, which is easy to guess. Please choose another.';
const tooClose = (what: string) => `This password is too close to ${what}. Please choose another.`;

type IsCommon = (password: string) => boolean;

/** Why a password is easy to guess: it is blank, common, one pattern, or nothing but the owner's email, name or HOA with
 * a few characters more. */
export const passwordWeakness = (
  password: string,
  { email = '', name = '', hoa_name = '' }: PasswordOwner,
  isCommon: IsCommon,
): string | undefined => {
  if (password.trim() === '') return BLANK_PASSWORD;
  if (isCommon(password)) return COMMON_PASSWORD;
  if (isRegular(password, isCommon)) return REGULAR_PASSWORD;
  const typed = squeeze(password);
  const isWeakWithout = (words: string[]) => {
    const left = without(typed, words);
    return left !== typed && (left.length < MIN_LEFT || isCommon(left) || isRegular(left, isCommon));
  };
  const [ofEmail, ofName, ofHoa] = [email, name, hoa_name].map(wordsOf) as [string[], string[], string[]];
  if (isWeakWithout(ofEmail)) return tooClose('your email');
  if (isWeakWithout(ofName)) return tooClose('your name');
  if (isWeakWithout(ofHoa)) return tooClose('the name of your HOA');
  if (isWeakWithout([...ofEmail, ...ofHoa])) return tooClose('your email and the name of your HOA');
  return isWeakWithout([...ofEmail, ...ofName, ...ofHoa])
    ? tooClose('your email, your name and the name of your HOA')
    : undefined;
};

/** As many characters as the shortest password has. */
const MIN_LEFT = 6;
const MIN_WORD = 4;

/** A short text again and again, or so few runs such as "aaa", "4321" and "qwert" that there is little to guess. */
const isRegular = (password: string, isCommon: IsCommon): boolean => {
  const characters = [...password.normalize('NFKC').toLowerCase()];
  const unit = repeatedUnit(characters);
  if (unit && (unit.length < MIN_LEFT || isCommon(unit.join('')))) return true;
  return countRuns(unit ?? characters) < MIN_LEFT;
};

/** The shortest beginning that makes up the whole when it is repeated at least twice. */
const repeatedUnit = (characters: string[]): string[] | undefined => {
  for (let size = 1; size * 2 <= characters.length; size += 1)
    if (characters.every((character, at) => character === characters[at % size])) return characters.slice(0, size);
  return undefined;
};

/** Three or more characters in a row count as one. */
const countRuns = (characters: string[]): number => {
  let count = 0;
  for (let start = 0; start < characters.length; count += 1) {
    const direction = directionAt(characters, start);
    let end = start + 1;
    while (direction !== undefined && directionAt(characters, end - 1) === direction) end += 1;
    start = end - start >= 3 ? end : start + 1;
  }
  return count;
};

const LINES = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

/** From a character to the next: 0 for the same, 1 and -1 for neighbors in the alphabet, among digits or on a keyboard. */
const directionAt = (characters: string[], at: number): number | undefined => {
  const [one, next] = [characters[at], characters[at + 1]];
  if (one === undefined || next === undefined) return undefined;
  if (one === next) return 0;
  if (LINES.some((line) => line.includes(one + next))) return 1;
  return LINES.some((line) => line.includes(next + one)) ? -1 : undefined;
};

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
