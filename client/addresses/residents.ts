import { useMemo } from 'react';
import type { Address } from '../../schema/addresses.ts';
import type { User } from '../../schema/users.ts';
import { nameOf } from '../../sync/users.ts';
import { useRows } from '../store.ts';

/** The people who live at an address, by name; those whose row is not on this device yet are left out. */
export type Residents = (address: Pick<Address, 'resident_ids'>) => User[];

/** Looks up who lives where. */
export const useResidents = (): Residents => {
  const users = useRows('user');
  return useMemo(
    () =>
      ({ resident_ids }) =>
        resident_ids
          .map((id) => users.get(id))
          .filter((user) => user !== undefined)
          .sort((a, b) => nameOf(a).localeCompare(nameOf(b))),
    [users],
  );
};
