import { type ComponentProps, useMemo } from 'react';
import { useRows } from '../device/store.ts';
import { formatAddress } from '../ui/format.ts';
import * as plain from '../ui/people-picker.tsx';

/** One of the people, found by name, email, street and unit. */
export const PersonPicker = ({ people, ...rest }: ComponentProps<typeof plain.PersonPicker>) => (
  <plain.PersonPicker {...rest} people={useWithHomes(people)} />
);

/** Several people, found by name, email, street and unit. */
export const PeoplePicker = ({ people, ...rest }: ComponentProps<typeof plain.PeoplePicker>) => (
  <plain.PeoplePicker {...rest} people={useWithHomes(people)} />
);

const useWithHomes = (people: readonly plain.Person[]): readonly plain.Person[] => {
  const users = useRows('user');
  const addresses = useRows('address');
  return useMemo(
    () =>
      people.map((person) => {
        const home = addresses.get(users.get(person.id)?.address_id);
        return home ? { ...person, home: formatAddress(home) } : person;
      }),
    [people, users, addresses],
  );
};
