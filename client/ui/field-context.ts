import { createContext, useContext } from 'react';

type FieldIds = {
  control: string;
  label: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
};
export const FieldContext = createContext<FieldIds | null>(null);

/** The id and ARIA attributes that a control takes from its Field; empty outside a Field. */
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

/** The id of the Field's label, for controls that are not native inputs. */
export const useFieldLabel = () => useContext(FieldContext)?.label;
