import type { FieldValues } from 'react-hook-form';
import { type Choice, Combobox } from '../ui/combobox.tsx';
import type { Person } from '../ui/people-picker.tsx';
import { type Common, Controlled } from './fields.tsx';
import { PeoplePicker } from './people-pickers.tsx';

type Props<Values extends FieldValues> = Common<Values> & {
  choices: readonly Choice[];
  none: string;
  placeholder: string;
};

/** One of many choices, filtered as one types. `none` is what it says where nothing matches. */
export const ComboboxField = <Values extends FieldValues>({ choices, none, placeholder, ...props }: Props<Values>) => (
  <Controlled {...props}>
    {({ ref, value, onChange }) => (
      <Combobox
        ref={ref}
        value={value}
        onChange={(id) => onChange(id ?? '')}
        choices={choices}
        none={none}
        placeholder={placeholder}
      />
    )}
  </Controlled>
);

type PeopleFieldProps<Values extends FieldValues> = Common<Values> & { people: readonly Person[] };

/** Several people, by their ids. */
export const PeopleField = <Values extends FieldValues>({ people, ...props }: PeopleFieldProps<Values>) => (
  <Controlled<Values, string[]> {...props}>
    {({ ref, value, onChange }) => <PeoplePicker ref={ref} people={people} values={value} onChange={onChange} />}
  </Controlled>
);
