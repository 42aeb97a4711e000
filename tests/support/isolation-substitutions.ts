import { uuidv7 } from 'uuidv7';
import { type Records, wordsOf } from './isolation-records.ts';

export type Call = Record<string, unknown>;
type Substitution = { where: string; theirs: Call; absent: Call };

/** Each place where a call names a record of mine gives the call with theirs there, and with an id that does not exist. */
export const substitutions = (call: Call, mine: Records, theirs: Records): Substitution[] => {
  const [own, other] = [wordsOf(mine), wordsOf(theirs)];
  return placesOf(call).flatMap(({ path, value }) => {
    const name = [...own].find(([, word]) => word === value)?.[0];
    if (name === undefined) return [];
    const absent = absentLike(value);
    return [
      { where: path.join('.'), theirs: replaced(call, path, other.get(name)), absent: replaced(call, path, absent) },
    ];
  });
};

const absentLike = (value: string): string => {
  if (value.includes('/')) return value.replace(/[\w-]{36}(?=\/[^/]*$)/, uuidv7());
  return /^a\d*-[\w-]{36}$/.test(value) ? `a-${uuidv7()}` : uuidv7();
};

const placesOf = (value: unknown, path: string[] = []): { path: string[]; value: string }[] => {
  if (typeof value === 'string') return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key]));
};

const replaced = (call: Call, path: string[], value: unknown): Call => {
  const copy = structuredClone(call);
  const last = path.at(-1) as string;
  const holder = path.slice(0, -1).reduce<Call>((inner, key) => inner[key] as Call, copy);
  holder[last] = value;
  return copy;
};
