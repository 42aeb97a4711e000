import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

/** HH:MM, '' for none. */
export const TimeField = ({
  label,
  hint,
  value,
  onChange,
  isAhead,
}: {
  label: string;
  hint?: string;
  value: string;
  onChange: (time: string) => void;
  isAhead: boolean;
}) => (
  <Field label={label} hint={hint} error={isAhead ? 'This time has not come yet.' : undefined}>
    <Input type="time" value={value} onChange={(event) => onChange(event.target.value)} className="w-36" />
  </Field>
);
