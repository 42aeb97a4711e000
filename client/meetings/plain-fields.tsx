import { type ReactNode, useId } from 'react';
import { ChoiceGroup, Radio } from '../ui/choice.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/input.tsx';

/** One of a few outside of a form of react-hook-form. `className` arranges the radio buttons. */
export const RadioGroup = <Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: {
  label: string;
  options: readonly { value: Value; label: string; hint?: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
  className?: string;
}) => {
  const name = useId();
  const radios: ReactNode = options.map((option) => (
    <Radio
      key={option.value}
      name={name}
      label={option.label}
      {...(option.hint && { hint: option.hint })}
      checked={value === option.value}
      onChange={() => onChange(option.value)}
    />
  ));
  return <ChoiceGroup label={label}>{className ? <div className={className}>{radios}</div> : radios}</ChoiceGroup>;
};

/** Side by side, as many as there is room for. */
export const IN_A_ROW = 'flex flex-wrap gap-x-6 gap-y-1';
export const IN_TWO_COLUMNS = 'grid gap-2 md:grid-cols-2';

export const IN_THE_MINUTES = 'Recorded in the minutes.';
export const ROLL_NOT_CHANGED = 'The roll could not be changed. Please try again.';

const REASON_LIMIT = 500;
export const REASON_MISSING = 'Please give a reason.';

/** A reason in a few lines. */
export const ReasonField = ({
  label = 'Reason',
  value,
  onChange,
  ...field
}: {
  label?: string;
  value: string;
  onChange: (reason: string) => void;
  required?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
}) => (
  <Field label={label} {...field}>
    <Textarea rows={2} maxLength={REASON_LIMIT} value={value} onChange={(event) => onChange(event.target.value)} />
  </Field>
);
