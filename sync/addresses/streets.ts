import type { Address } from '../../schema/tables/addresses.ts';
import type { User } from '../../schema/tables/users.ts';
import { asciiLower } from '../list.ts';

type Home = Pick<Address, 'id' | 'street'>;
type Resident = Pick<User, 'id' | 'address_id'>;

/** "Maple Lane" of "12 Maple Lane": what follows the house number. worker/queries/announcements.ts says the same in SQL. */
export const streetOf = (street: string): string => trimmed(trimmed(street).replace(/^[0-9][^ ]* /, ''));

const trimmed = (text: string) => text.replace(/^ +| +$/g, '');

const streetKey = (street: string): string => asciiLower(trimmed(street));

/** The streets of the homes, each as it is spelled first, in the order of their names. */
export const streetsOf = (homes: readonly Pick<Address, 'street'>[]): string[] => {
  const names = new Map<string, string>();
  for (const { street } of homes) {
    const name = streetOf(street);
    if (!names.has(streetKey(name))) names.set(streetKey(name), name);
  }
  return [...names.values()].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
};

/** The ids of the people whose home is on one of the streets. */
export const peopleOnStreets = (
  streets: readonly string[] | null | undefined,
  people: readonly Resident[],
  homes: readonly Home[],
): string[] => {
  const wanted = new Set((streets ?? []).map(streetKey));
  const there = new Set(homes.filter(({ street }) => wanted.has(streetKey(streetOf(street)))).map(({ id }) => id));
  return people.filter(({ address_id }) => address_id !== null && there.has(address_id)).map(({ id }) => id);
};
