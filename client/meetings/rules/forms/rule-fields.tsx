import type { ReactNode } from 'react';
import { type FieldPath, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { ChoiceGroup } from '../../../ui/choice.tsx';

export const GRID = 'grid gap-4.5 md:grid-cols-2';

export const BASES = [
  { value: 'weight', label: 'Weight' },
  { value: 'units', label: 'Number of units' },
];

/** Shown while the field `name` has the value `is`. */
export const When = <Values extends FieldValues>({
  form,
  name,
  is,
  children,
}: {
  form: UseFormReturn<Values>;
  name: FieldPath<Values>;
  is: string;
  children: ReactNode;
}) => (useWatch({ control: form.control, name }) === is ? children : null);

export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <ChoiceGroup label={title}>
    <div className={GRID}>{children}</div>
  </ChoiceGroup>
);
