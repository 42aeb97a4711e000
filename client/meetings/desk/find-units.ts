import type { MeetingProxy, RollUnit } from '../../../schema/tables/voters.ts';

/** A unit that was found, by its label or by a person: an owner, the holder of its proxy, or a resident who owns nothing and
 * represents no unit. */
export type Hit = { unit: RollUnit; person: string | null; proxy_id: string | null; isResident: boolean };

/** Somebody with several units, each owned or held by proxy. */
export type Person = { name: string; units: readonly { unit: RollUnit; proxy_id: string | null }[] };

type Named = { name: string; user_id: string | null; proxy_id: string | null; isResident: boolean; words: string };
type Entry = { unit: RollUnit; people: readonly Named[]; label: string; words: string };
export type DeskIndex = { entries: readonly Entry[]; people: ReadonlyMap<string, Person> };

/** Without case, accents and punctuation; each word has a space before and after it. */
const foldWords = (text: string): string =>
  ` ${text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

type Resident = { name: string; user_id: string | null };

/** The search index of the desk, made once for a roll: `residents` by address, and the proxies that count. */
export const indexUnits = (
  roll: readonly RollUnit[],
  residents: ReadonlyMap<string, readonly Resident[]>,
  proxies: readonly MeetingProxy[],
): DeskIndex => {
  const held = Map.groupBy(proxies, ({ address_id }) => address_id);
  const entries = roll
    .filter(({ removed_at }) => !removed_at)
    .map((unit) => entryOf(unit, residents.get(unit.address_id ?? '') ?? [], held.get(unit.address_id ?? '') ?? []));
  return { entries, people: peopleOf(entries) };
};

const entryOf = (unit: RollUnit, residents: readonly Resident[], proxies: readonly MeetingProxy[]): Entry => {
  const voters = [...unit.owners, ...(unit.designated ? [unit.designated] : [])];
  const known = new Set(voters.map(({ name }) => foldWords(name)));
  const people = [
    ...voters.map((owner) => named(owner.name, owner.user_id)),
    ...proxies.map(({ id, holder_name, holder_id }) => named(holder_name, holder_id, id)),
    ...residents
      .filter(({ name, user_id }) => !known.has(foldWords(name)) && !isVoterId(unit, user_id))
      .map(({ name, user_id }) => ({ ...named(name, user_id), isResident: true })),
  ];
  const label = foldWords(unit.label);
  return { unit, people, label, words: `${label}${people.map(({ words }) => words).join('')}` };
};

const named = (name: string, user_id: string | null, proxy_id: string | null = null): Named => ({
  name,
  user_id,
  proxy_id,
  isResident: false,
  words: foldWords(name),
});

const isVoterId = ({ voter_ids }: RollUnit, user_id: string | null): boolean =>
  user_id !== null && voter_ids.includes(user_id);

/** Owners and holders alone: a resident who owns nothing speaks for no unit. */
const peopleOf = (entries: readonly Entry[]): ReadonlyMap<string, Person> => {
  const ids = new Map<string, string>();
  for (const { people } of entries) for (const { user_id, words } of people) if (user_id) ids.set(words, user_id);
  const found = new Map<string, { name: string; units: { unit: RollUnit; proxy_id: string | null }[] }>();
  for (const { unit, people } of entries) {
    for (const { name, user_id, words, proxy_id } of people) {
      if (!proxy_id && !isVoter(unit, words)) continue;
      const key = user_id ?? ids.get(words) ?? words;
      const person = found.get(key) ?? { name, units: [] };
      if (!person.units.some((held) => held.unit === unit)) person.units.push({ unit, proxy_id });
      found.set(key, person);
    }
  }
  return new Map(
    [...found.values()]
      .filter(({ units }) => units.length > 1)
      .flatMap((person) => person.units.map(({ unit }) => [keyOf(person.name, unit), person] as const)),
  );
};

const isVoter = ({ owners, designated }: RollUnit, words: string) =>
  [...owners, ...(designated ? [designated] : [])].some(({ name }) => foldWords(name) === words);

const keyOf = (name: string, unit: RollUnit) => `${unit.id}${foldWords(name)}`;

/** All units of the person by whom this one was found; undefined for one unit alone. */
export const personOf = ({ people }: DeskIndex, { unit, person }: Hit): Person | undefined =>
  person === null ? undefined : people.get(keyOf(person, unit));

/** The units for which each word of the query begins a word of the label or of a name. Units with the word itself come before
 * those where it only begins one, and both in the order of the roll. */
export const findUnits = ({ entries }: DeskIndex, query: string): Hit[] => {
  const words = foldWords(query).trim().split(' ').filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .filter((entry) => words.every((word) => entry.words.includes(` ${word}`)))
    .map((entry) => ({ entry, whole: words.filter((word) => entry.words.includes(` ${word} `)).length }))
    .sort((a, b) => b.whole - a.whole || a.entry.unit.position - b.entry.unit.position)
    .map(({ entry }) => hitOf(entry, words));
};

/** The person who matches the most words; nobody where the label has all of them. */
const hitOf = ({ unit, people, label }: Entry, words: readonly string[]): Hit => {
  const matches = (text: string) => words.filter((word) => text.includes(` ${word}`)).length;
  const none = { unit, person: null, proxy_id: null, isResident: false };
  if (matches(label) === words.length) return none;
  const best = people.toSorted((a, b) => matches(b.words) - matches(a.words))[0];
  return best && matches(best.words) > 0
    ? { unit, person: best.name, proxy_id: best.proxy_id, isResident: best.isResident }
    : none;
};

/** True for the name of a resident of the unit who neither owns it nor holds its proxy. */
export const isResidentAlone = ({ entries }: DeskIndex, { id }: RollUnit, name: string): boolean => {
  const named =
    entries.find(({ unit }) => unit.id === id)?.people.filter(({ words }) => words === foldWords(name)) ?? [];
  return named.length > 0 && named.every(({ isResident }) => isResident);
};
