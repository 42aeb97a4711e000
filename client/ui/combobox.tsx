import { ComboboxInput, ComboboxOption, ComboboxOptions, Combobox as HeadlessCombobox } from '@headlessui/react';
import { Check, ChevronsUpDown, X } from 'lucide-react';
import { type MouseEvent, type ReactNode, type Ref, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useFieldProps } from './field-context.ts';
import { formatCount } from './format.ts';
import { PopupPortal } from './popup-portal.tsx';

/** `hint` stands under the label, and is searched, too; `aside` stands at the end of the line and is not. */
export type Choice = { id: string; label: string; hint?: string; aside?: string; icon?: ReactNode };

type Shared = {
  choices: readonly Choice[];
  placeholder?: string | undefined;
  /** The accessible name where there is no Field. */
  label?: string | undefined;
  /** Its text where nothing matches. */
  none?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

type Props = Shared & { value: string | null; onChange: (id: string | null) => void };

/** One of thousands of choices, filtered as one types. Only the options in view are rendered. */
export const Combobox = ({ choices, value, onChange, none = 'Nothing found', ...rest }: Props) => {
  const [term, setTerm] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const found = useFound(choices, term, none);
  return (
    <HeadlessCombobox
      value={choices.find(({ id }) => id === value) ?? null}
      by="id"
      virtual={{ options: found, disabled: isNone }}
      onChange={(next: Choice | null) => onChange(next?.id ?? null)}
      onClose={() => setTerm('')}
    >
      <Box {...rest} box={box} display={(shown) => shown?.label ?? ''} onTerm={setTerm} />
      <Options box={box} />
    </HeadlessCombobox>
  );
};

type MultiComboboxProps = Shared & { values: readonly string[]; onChange: (ids: string[]) => void };

/** Several choices, of which the chosen stand above the field. */
export const MultiCombobox = ({ choices, values, onChange, none = 'Nothing found', ...rest }: MultiComboboxProps) => {
  const [term, setTerm] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const found = useFound(choices, term, none);
  const chosen = useMemo(() => {
    const ids = new Set(values);
    return choices.filter(({ id }) => ids.has(id));
  }, [choices, values]);
  return (
    <HeadlessCombobox
      multiple
      value={chosen}
      by="id"
      virtual={{ options: found, disabled: isNone }}
      onChange={(next: Choice[]) => onChange(next.map(({ id }) => id))}
      onClose={() => setTerm('')}
    >
      <ChosenList chosen={chosen} onRemove={(removed) => onChange(values.filter((id) => id !== removed))} />
      <Box {...rest} box={box} display={() => term} onTerm={setTerm} />
      <Options box={box} />
    </HeadlessCombobox>
  );
};

/** The choices with every word of the term; where there are none, those that are spelled a little differently, or one that
 * says that there are none. */
const useFound = (choices: readonly Choice[], term: string, none: string): Choice[] => {
  const texts = useMemo(() => choices.map(({ label, hint = '' }) => `${label} ${hint}`.toLowerCase()), [choices]);
  const found = useMemo(() => {
    const words = term.toLowerCase().split(/\s+/);
    return choices.filter((_, at) => words.every((word) => texts[at]!.includes(word)));
  }, [choices, texts, term]);
  const nearest = useNearest(choices, found.length === 0 ? term : '');
  return useMemo(() => {
    if (found.length > 0) return found;
    return nearest.length > 0 ? nearest : [{ id: NONE, label: none }];
  }, [found, nearest, none]);
};

const NOTHING: Choice[] = [];

/** Its code loads with the first term that nothing matches. */
const useNearest = (choices: readonly Choice[], term: string): Choice[] => {
  const [last, setLast] = useState({ term: '', found: NOTHING });
  useEffect(() => {
    let current = true;
    if (term)
      import('./fuzzy.ts').then(
        ({ findFuzzy }) => current && setLast({ term, found: findFuzzy(choices, term) }),
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [choices, term]);
  return last.term === term ? last.found : NOTHING;
};

const NONE = '\u0000none';
const isNone = (choice: Choice | null) => choice?.id === NONE;

type BoxProps = Pick<Shared, 'placeholder' | 'label' | 'ref'> & {
  box: RefObject<HTMLDivElement | null>;
  display: (choice: Choice | null) => string;
  onTerm: (term: string) => void;
};

const Box = ({ placeholder, label, ref, box, display, onTerm }: BoxProps) => (
  <div ref={box} className="relative">
    <ComboboxInput
      {...useFieldProps()}
      aria-label={label}
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
      className="pointer-events-none absolute inset-y-0 right-2.75 my-auto size-4 text-ink-3 print:hidden"
    />
  </div>
);

/** Focus must not open it, because a form focuses it to show an error. Headless UI opens a combobox from its input only
 * by key. What is chosen is selected, so that typing replaces it. */
const openByClick = ({ currentTarget: input }: MouseEvent<HTMLInputElement>) => {
  if (input.ariaExpanded === 'true') return;
  input.select();
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
};

const Options = ({ box }: { box: RefObject<HTMLElement | null> }) => (
  <PopupPortal of={box}>
    <ComboboxOptions
      anchor={{ to: 'bottom start', gap: 6, padding: 8 }}
      transition
      modal={false}
      className="z-50 w-(--input-width) rounded-md bg-card [--anchor-max-height:20rem] p-1 shadow-float outline-none transition duration-100 data-closed:opacity-0"
    >
      {/* Headless UI gives the element its place, so it is the option itself. */}
      {({ option }: { option: Choice }) => (
        <ComboboxOption
          value={option}
          className="group flex min-h-11 w-full items-center gap-2.5 rounded-sm px-2 py-1 data-disabled:text-ink-3 data-focus:bg-sunk"
        >
          <Face {...option} />
        </ComboboxOption>
      )}
    </ComboboxOptions>
  </PopupPortal>
);

const Face = ({ label, hint, aside, icon }: Choice) => (
  <>
    {icon}
    <span className="min-w-0 flex-1 truncate">
      {label} {hint && <span className="block truncate text-ink-3 text-sm">{hint}</span>}
    </span>
    {aside && <span className="num shrink-0 text-ink-2 text-sm">{aside}</span>}
    <Check aria-hidden className="size-4 shrink-0 text-pine-text opacity-0 group-data-selected:opacity-100" />
  </>
);

const MOST_CHIPS = 40;

const ChosenList = ({ chosen, onRemove }: { chosen: readonly Choice[]; onRemove: (id: string) => void }) =>
  chosen.length > 0 && (
    <ul className="flex max-h-40 flex-wrap gap-1 overflow-y-auto">
      {chosen.slice(0, MOST_CHIPS).map((choice) => (
        <Chosen key={choice.id} choice={choice} onRemove={() => onRemove(choice.id)} />
      ))}
      {chosen.length > MOST_CHIPS && (
        <li className="num px-2 text-ink-3">and {formatCount(chosen.length - MOST_CHIPS)} more</li>
      )}
    </ul>
  );

const Chosen = ({ choice: { label }, onRemove }: { choice: Choice; onRemove: () => void }) => (
  <li className="flex items-center gap-1 rounded-sm bg-sunk pl-2">
    {label}
    <button
      type="button"
      onClick={onRemove}
      className="grid size-6 place-items-center rounded-sm text-ink-3 hover:text-ink touch:size-11"
    >
      <X aria-hidden className="size-3.5" />
      <span className="sr-only">Remove {label}</span>
    </button>
  </li>
);
