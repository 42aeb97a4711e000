import type { ReactNode } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { TextField } from '../../forms/fields.tsx';
import { ChoiceGroup } from '../../ui/choice.tsx';

export const GRID = 'grid gap-4.5 md:grid-cols-2';

export const BASES = [
  { value: 'weight', label: 'Weight' },
  { value: 'units', label: 'Number of units' },
];

export const NumberField = <Values extends FieldValues>(props: {
  form: UseFormReturn<Values>;
  name: FieldPath<Values>;
  label: string;
  hint?: string;
}) => <TextField {...props} inputMode="numeric" autoComplete="off" className="num" />;

export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <ChoiceGroup label={title}>
    <div className={GRID}>{children}</div>
  </ChoiceGroup>
);
