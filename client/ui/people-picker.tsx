import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { clsx } from 'clsx';
import { Check, ChevronsUpDown, X } from 'lucide-react';
import { type MouseEvent, type Ref, type RefObject, useMemo, useRef, useState } from 'react';
import { Avatar } from './avatar.tsx';
import { useFieldProps } from './field-context.ts';
import { PopupPortal } from './popup-portal.tsx';

export type Person = { id: string; name: string; email: string };

type Shared = { people: readonly Person[]; placeholder?: string; ref?: Ref<HTMLInputElement> };
const SHOWN = 50;

export const PersonPicker = ({
  value,
  onChange,
  ...rest
}: Shared & { value: string | null; onChange: (id: string | null) => void }) => {
  const [term, setTerm] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const person = rest.people.find(({ id }) => id === value) ?? null;
  return (
    <Combobox value={person} by="id" onChange={(next) => onChange(next?.id ?? null)} onClose={() => setTerm('')}>
      <Box {...rest} box={box} display={(shown) => shown?.name || shown?.email || ''} onTerm={setTerm} />
      <Matches people={rest.people} term={term} box={box} />
    </Combobox>
  );
};

export const PeoplePicker = ({
  values,
  onChange,
  ...rest
}: Shared & { values: readonly string[]; onChange: (ids: string[]) => void }) => {
  const [term, setTerm] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const chosen = rest.people.filter(({ id }) => values.includes(id));
  const ids = (people: readonly Person[]) => people.map(({ id }) => id);
  return (
    <Combobox multiple value={chosen} by="id" onChange={(next) => onChange(ids(next))} onClose={() => setTerm('')}>
      {chosen.length > 0 && (
        <ul className="flex max-h-40 flex-wrap gap-1 overflow-y-auto">
          {chosen.map((person) => (
            <Chosen
              key={person.id}
              person={person}
              onRemove={() => onChange(values.filter((id) => id !== person.id))}
            />
          ))}
        </ul>
      )}
      <Box {...rest} box={box} display={() => term} onTerm={setTerm} />
      <Matches people={rest.people} term={term} box={box} />
    </Combobox>
  );
};

const Box = ({
  placeholder = 'Name or email',
  ref,
  box,
  display,
  onTerm,
}: Omit<Shared, 'people'> & {
  box: RefObject<HTMLDivElement | null>;
  display: (person: Person | null) => string;
  onTerm: (term: string) => void;
}) => (
  <div ref={box} className="relative">
    <ComboboxInput
      {...useFieldProps()}
      ref={ref}
      placeholder={placeholder}
      autoComplete="off"
      displayValue={display}
      onChange={(event) => onTerm(event.target.value)}
      onClick={openByClick}
      className="control pr-9"
    />
    <ChevronsUpDown
      aria-hidden
      className="pointer-events-none absolute inset-y-0 right-2.75 my-auto size-4 text-ink-3"
    />
  </div>
);

/** Focus must not open it, because a form focuses it to show an error. Headless UI opens a combobox from its input only
 * by key. */
const openByClick = ({ currentTarget: input }: MouseEvent<HTMLInputElement>) => {
  if (input.ariaExpanded !== 'true')
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
};

const Matches = ({
  people,
  term,
  box,
}: {
  people: readonly Person[];
  term: string;
  box: RefObject<HTMLElement | null>;
}) => {
  const found = useMemo(() => search(people, term), [people, term]);
  return (
    <PopupPortal of={box}>
      <ComboboxOptions
        anchor={{ to: 'bottom start', gap: 6, padding: 8 }}
        transition
        modal={false}
        className="z-50 w-(--input-width) rounded-md bg-card [--anchor-max-height:20rem] p-1 shadow-float outline-none transition duration-100 data-closed:opacity-0"
      >
        {found.slice(0, SHOWN).map((person) => (
          <ComboboxOption
            key={person.id}
            value={person}
            className="group flex min-h-11 items-center gap-2.5 rounded-sm px-2 py-1 data-focus:bg-sunk"
          >
            <Avatar name={person.name} email={person.email} />
            <span className="min-w-0 flex-1 truncate">
              {person.name || person.email} <span className="block truncate text-ink-3 text-sm">{person.email}</span>
            </span>
            <Check aria-hidden className="size-4 text-pine-text opacity-0 group-data-selected:opacity-100" />
          </ComboboxOption>
        ))}
        <p className={clsx('px-2 py-2 text-ink-3 text-sm', found.length > 0 && found.length <= SHOWN && 'hidden')}>
          {found.length === 0 ? 'No one found' : `${found.length - SHOWN} more. Keep typing to narrow the list.`}
        </p>
      </ComboboxOptions>
    </PopupPortal>
  );
};

const search = (people: readonly Person[], term: string) => {
  const needle = term.trim().toLowerCase();
  return people.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(needle));
};

const Chosen = ({ person, onRemove }: { person: Person; onRemove: () => void }) => (
  <li className="flex items-center gap-1 rounded-sm bg-sunk pl-2">
    {person.name || person.email}
    <button
      type="button"
      onClick={onRemove}
      className="grid size-6 place-items-center rounded-sm text-ink-3 hover:text-ink max-md:size-11"
    >
      <X aria-hidden className="size-3.5" />
      <span className="sr-only">Remove {person.name || person.email}</span>
    </button>
  </li>
);
