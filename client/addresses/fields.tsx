import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { NOTES_LIMIT, UNIT_LIMIT } from '../../schema/addresses.ts';
import { Field } from '../ui/field.tsx';
import { formatPlural } from '../ui/format.ts';
import { Input, Textarea } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';

/** What the dialogs hold of an address while it is typed. */
export type AddressDraft = { street: string; unit_number: string; is_rented: boolean; notes: string };
type Form = UseFormReturn<AddressDraft>;

/** How many characters remain is told once more than this many are there. */
const UNIT_HINT = 8;
const NOTES_HINT = 450;

/** Where the place is. */
export const PlaceFields = ({ form }: { form: Form }) => (
  <>
    <Field label="Street address" required error={form.formState.errors.street?.message}>
      <Input autoComplete="off" placeholder="12 Oak Lane" {...form.register('street')} />
    </Field>
    <UnitField form={form} />
  </>
);

const UnitField = ({ form }: { form: Form }) => {
  const hint = useRemaining(form, 'unit_number', UNIT_HINT, UNIT_LIMIT);
  return (
    <Field label="Unit number" hint={hint} error={form.formState.errors.unit_number?.message}>
      <Input autoComplete="off" placeholder="4B" className="md:max-w-40" {...form.register('unit_number')} />
    </Field>
  );
};

const TYPES = [
  { value: 'false', label: 'Owner-Occupied' },
  { value: 'true', label: 'Rental Property' },
] as const;

/** Who lives there, and what the board should know. */
export const PropertyFields = ({ form }: { form: Form }) => (
  <>
    <Field label="Property type" required error={form.formState.errors.is_rented?.message}>
      <Controller
        control={form.control}
        name="is_rented"
        render={({ field: { ref, value, onChange } }) => (
          <Select
            ref={ref}
            value={value ? 'true' : 'false'}
            onChange={(next) => onChange(next === 'true')}
            options={TYPES}
          />
        )}
      />
    </Field>
    <NotesField form={form} />
  </>
);

const NotesField = ({ form }: { form: Form }) => {
  const hint = useRemaining(form, 'notes', NOTES_HINT, NOTES_LIMIT) ?? 'Only the board sees these.';
  return (
    <Field label="Notes" hint={hint} error={form.formState.errors.notes?.message}>
      <Textarea {...form.register('notes')} />
    </Field>
  );
};

const useRemaining = (form: Form, name: 'unit_number' | 'notes', after: number, limit: number) => {
  const { length } = useWatch({ control: form.control, name }) ?? '';
  if (length <= after) return undefined;
  const left = limit - length;
  return left >= 0 ? `${formatPlural(left, 'character')} remaining` : `${formatPlural(-left, 'character')} too many`;
};
