import { useMemo } from 'react';
import type { User } from '../../schema/users.ts';
import { canReceive } from '../../sync/dues.ts';
import { useRows } from '../store.ts';

/** Everybody who can be sent a due, by name. For the board, whose device knows everybody. */
export const useReceivers = (): User[] => {
  const users = useRows('user');
  return useMemo(() => byName(users.all.filter(canReceive)), [users]);
};

// Once for all rows: localeCompare would look up its rules at every comparison.
const { compare } = new Intl.Collator('en');

/** People in the order of their names; the email stands for a missing one. */
export const byName = <Person extends Pick<User, 'name' | 'email'>>(people: Person[]): Person[] =>
  people.sort((a, b) => compare(a.name || a.email, b.name || b.email));
