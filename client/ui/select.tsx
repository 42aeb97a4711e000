import { type ComponentProps, type Ref, useId } from 'react';
import { useFieldLabel, useFieldProps } from './field-context.ts';
import { lazyPart, useOnDemand } from './on-demand.ts';
import { type Option, SELECT_LABEL, SelectFace, SelectFrame, type Shown, selectButton } from './select-frame.tsx';

export type { Option } from './select-frame.tsx';

const Listbox = lazyPart(() => import('./listbox.tsx'));
type Choice = ComponentProps<typeof Listbox>['choice'];

type Shared<Value extends string> = {
  options: readonly Option<Value>[];
  /** The accessible name, shown inside the control, where there is no Field (filters). */
  label?: string;
  /** The label is only its accessible name, because what stands beside the control shows it. */
  isLabelHidden?: boolean;
  placeholder?: string;
  disabled?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
};

export const Select = <Value extends string>({
  value,
  onChange,
  options,
  placeholder = 'Select…',
  ...face
}: Shared<Value> & { value: Value | null; onChange: (value: Value) => void }) => (
  <OnDemand
    {...face}
    options={options}
    choice={{ multiple: false, value, onChange: onChange as (value: string) => void }}
    empty={value === null}
    isFirst={value === options[0]?.value}
    shown={options.find((option) => option.value === value)?.label ?? placeholder}
  />
);

export const MultiSelect = <Value extends string>({
  values,
  onChange,
  options,
  placeholder,
  ...face
}: Shared<Value> & { values: readonly Value[]; onChange: (values: Value[]) => void }) => {
  const chosen = options.filter((option) => values.includes(option.value));
  const empty = chosen.length === 0;
  return (
    <OnDemand
      {...face}
      options={options}
      choice={{ multiple: true, value: [...values], onChange: onChange as (values: string[]) => void }}
      empty={empty}
      shown={empty ? (placeholder ?? (face.label ? 'Any' : 'Select…')) : <Chips chosen={chosen} />}
      onClear={empty ? undefined : () => onChange([])}
    />
  );
};

const Chips = ({ chosen }: { chosen: readonly Option[] }) => (
  <span className="flex flex-wrap gap-1 py-1">
    {chosen.map((option) => (
      <span
        key={option.value}
        className="rounded-sm bg-sunk px-1.75 font-medium text-ink print:px-0 print:not-last:after:content-[',']"
      >
        {option.label}
      </span>
    ))}
  </span>
);

const OnDemand = ({ options, choice, ...face }: { options: readonly Option[]; choice: Choice } & Shown) => {
  const { ready, idle } = useOnDemand(Listbox.preload);
  const plain = <Plain {...face} handlers={idle} />;
  return ready ? <Listbox {...face} options={options} choice={choice} /> : plain;
};

const Plain = ({ handlers, ...face }: Shown & { handlers: object }) => {
  const { 'aria-required': _, ...field } = useFieldProps();
  const fieldLabel = useFieldLabel();
  const ownId = useId();
  const id = field.id ?? ownId;
  const label = face.label ? `${id}label` : fieldLabel;
  return (
    <SelectFrame
      label={face.label && <FaceLabel {...face} id={label} />}
      isFullWidth={face.isLabelHidden}
      onClear={face.onClear}
      invalid={field['aria-invalid']}
      className={face.className}
      button={
        <button
          {...field}
          {...handlers}
          ref={face.ref}
          id={id}
          type="button"
          disabled={face.disabled}
          aria-haspopup="listbox"
          aria-expanded={false}
          aria-labelledby={label && `${label} ${id}`}
          className={selectButton(face)}
        >
          <SelectFace {...face} />
        </button>
      }
    />
  );
};

const FaceLabel = ({ id, label, isLabelHidden }: Shown & { id: string | undefined }) =>
  isLabelHidden ? (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only the button's aria-labelledby refers to it
    <span hidden id={id} aria-label={label} />
  ) : (
    <span id={id} className={SELECT_LABEL}>
      {label}
    </span>
  );
