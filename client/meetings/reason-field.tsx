import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/input.tsx';

export const REASON_LIMIT = 500;
export const REASON_MISSING = 'Please give the reason.';

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
