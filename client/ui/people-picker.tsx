import { type ComponentProps, useMemo } from 'react';
import { Avatar } from './avatar.tsx';
import { type Choice, Combobox, MultiCombobox } from './combobox.tsx';

/** `home` is searched, too. */
export type Person = { id: string; name: string; email: string; home?: string | undefined };
type Picker<Of extends typeof Combobox | typeof MultiCombobox> = Omit<ComponentProps<Of>, 'choices' | 'none'> & {
  people: readonly Person[];
};

export const PersonPicker = ({ people, ...rest }: Picker<typeof Combobox>) => (
  <Combobox placeholder={PLACEHOLDER} {...rest} none={NONE} choices={useChoices(people)} />
);

export const PeoplePicker = ({ people, ...rest }: Picker<typeof MultiCombobox>) => (
  <MultiCombobox placeholder={PLACEHOLDER} {...rest} none={NONE} choices={useChoices(people)} />
);

const PLACEHOLDER = 'Name, email or address';
const NONE = 'No one found';

const useChoices = (people: readonly Person[]): Choice[] =>
  useMemo(
    () =>
      people.map(({ id, name, email, home }) => ({
        id,
        label: name || email,
        hint: home ? `${email} · ${home}` : email,
        icon: <Avatar name={name} email={email} />,
      })),
    [people],
  );
