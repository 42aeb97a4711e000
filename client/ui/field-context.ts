import { createContext, useContext } from 'react';

type FieldIds = {
  control: string;
  label: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
};
/** Filled by Field. */
export const FieldContext = createContext<FieldIds | null>(null);

/** What a control inside a Field wears: its id, and the hint and error that describe it. Nothing outside a Field. */
export const useFieldProps = () => {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.control,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  };
};

/** The id of the label around a control that is not a native input (an editor, a drop area). */
export const useFieldLabel = () => useContext(FieldContext)?.label;
