import { Label, Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react';
import { clsx } from 'clsx';
import { Check, ChevronDown, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useFieldProps } from './field.tsx';

/** One choice: `value` is stored, `label` is read. */
export type Option<Value extends string = string> = { value: Value; label: string; icon?: ReactNode };

type Shared<Value extends string> = {
  options: readonly Option<Value>[];
  /** Stands inside the control where there is no Field around it (filters); it is the control's name. */
  label?: string;
  placeholder?: string;
  disabled?: boolean;
  className?: string;
  /** Receives the button, so that a form can focus the first invalid field. */
  ref?: Ref<HTMLButtonElement>;
};

/** One of several options. Named by the Field around it, or by its own `label`. */
export const Select = <Value extends string>({
  value,
  onChange,
  options,
  ...rest
}: Shared<Value> & { value: Value | null; onChange: (value: Value) => void }) => (
  <Listbox value={value} onChange={(next) => next !== null && onChange(next)} disabled={rest.disabled}>
    <Frame {...rest} empty={value === null}>
      {options.find((option) => option.value === value)?.label ?? rest.placeholder ?? 'Select…'}
    </Frame>
    <Options options={options} />
  </Listbox>
);

/** Any number of options, shown as chips, with one button that clears them. */
export const MultiSelect = <Value extends string>({
  values,
  onChange,
  options,
  ...rest
}: Shared<Value> & { values: readonly Value[]; onChange: (values: Value[]) => void }) => {
  const chosen = options.filter((option) => values.includes(option.value));
  const clear = chosen.length > 0 ? () => onChange([]) : undefined;
  return (
    <Listbox value={[...values]} onChange={onChange} multiple disabled={rest.disabled}>
      <Frame {...rest} empty={chosen.length === 0} onClear={clear}>
        {chosen.length > 0 ? <Chips chosen={chosen} /> : (rest.placeholder ?? (rest.label ? 'Any' : 'Select…'))}
      </Frame>
      <Options options={options} />
    </Listbox>
  );
};

const Chips = ({ chosen }: { chosen: readonly Option[] }) => (
  <span className="flex flex-wrap gap-1 py-1">
    {chosen.map((option) => (
      <span key={option.value} className="rounded-sm bg-sunk px-1.75 font-medium text-ink">
        {option.label}
      </span>
    ))}
  </span>
);

/** The box around the button. The button's pseudo-element covers the box, so that all of it can be pressed. */
const Frame = ({
  label,
  empty,
  onClear,
  className,
  children,
  ref,
}: Omit<Shared<string>, 'options'> & { empty: boolean; onClear?: (() => void) | undefined; children: ReactNode }) => {
  const { 'aria-required': _, 'aria-describedby': __, ...field } = useFieldProps();
  return (
    <div
      className={clsx('control relative flex items-center gap-2', label && 'w-auto', className)}
      data-invalid={field['aria-invalid']}
    >
      {label && <Label className="shrink-0 text-ink-2">{label}</Label>}
      <ListboxButton
        {...field}
        ref={ref}
        className={clsx(
          'flex min-w-0 flex-1 items-center justify-between gap-2 text-left outline-none before:absolute before:inset-0 before:rounded-md',
          empty ? 'text-ink-3' : 'text-ink',
        )}
      >
        <span className="min-w-0">{children}</span>
        {!onClear && <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" />}
      </ListboxButton>
      {onClear && (
        <button
          type="button"
          onClick={onClear}
          className="relative -mr-1 grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-sunk hover:text-ink max-md:-mr-2.5 max-md:size-11"
        >
          <X aria-hidden className="size-3.5" />
          <span className="sr-only">Clear</span>
        </button>
      )}
    </div>
  );
};

const Options = ({ options }: { options: readonly Option[] }) => (
  <ListboxOptions
    anchor={{ to: 'bottom start', gap: 8, padding: 8 }}
    transition
    modal={false}
    className="z-50 min-w-(--button-width) rounded-md bg-card p-1 shadow-float outline-none transition duration-100 data-closed:opacity-0"
  >
    {options.map((option) => (
      <ListboxOption
        key={option.value}
        value={option.value}
        className="group flex min-h-8 select-none items-center gap-2 rounded-sm py-1 pr-3 pl-2 data-focus:bg-sunk max-md:min-h-11"
      >
        <Check aria-hidden className="size-4 shrink-0 text-pine-text opacity-0 group-data-selected:opacity-100" />
        {option.icon}
        {option.label}
      </ListboxOption>
    ))}
  </ListboxOptions>
);
