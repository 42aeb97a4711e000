import { type ReactNode, useId } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { NOTES_LIMIT, UNIT_LIMIT } from '../../../schema/addresses.ts';
import { DialogActions, PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { TextField } from '../../forms/fields.tsx';
import type { useRecordForm } from '../../forms/record-form.ts';
import { useSubmit } from '../../forms/submit.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DraftNote } from '../../ui/draft.tsx';
import { Field } from '../../ui/field.tsx';
import { formatAddress, formatPlural } from '../../ui/format.ts';
import { Input, Textarea } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';

export type AddressValues = { street: string; unit_number: string; is_rented: boolean; notes: string };
export type DialogProps = { open: boolean; onClose: () => void; onSaved: (text: string) => void };

export const AddressDialog = ({
  open,
  onClose,
  onSaved,
  labels,
  record: { form, kept, discard, finish },
  onSave,
  children,
}: DialogProps & {
  labels: { title: string; submit: string; busy: string; done: string; failed: string };
  record: ReturnType<typeof useRecordForm<AddressValues>>;
  onSave: (values: AddressValues) => Promise<void>;
  children: ReactNode;
}) => {
  const id = useId();
  const { submit, failure, dismiss } = useSubmit(labels.failed);
  const saveValues = form.handleSubmit(async (values) => {
    if (!(await submit(() => onSave(values)))) return;
    finish();
    onSaved(`Address "${formatAddress(values)}" ${labels.done} successfully`);
  });
  const busy = form.formState.isSubmitting;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={labels.title}
      footer={<DialogActions form={id} onCancel={onClose} submit={busy ? labels.busy : labels.submit} busy={busy} />}
    >
      <PlainForm id={id} onSubmit={saveValues}>
        <ErrorAlert message={failure} onClose={dismiss} />
        {children}
        <DraftNote kept={kept} onDiscard={discard} />
      </PlainForm>
    </Dialog>
  );
};

type Form = UseFormReturn<AddressValues>;

/** The counter appears above this length. */
const UNIT_HINT_FROM = 8;
const NOTES_HINT_FROM = 450;

export const StreetFields = ({ form }: { form: Form }) => (
  <>
    <TextField form={form} name="street" label="Street address" required autoComplete="off" placeholder="12 Oak Lane" />
    <UnitField form={form} />
  </>
);

const UnitField = ({ form }: { form: Form }) => {
  const hint = useRemainingHint(form, 'unit_number', UNIT_HINT_FROM, UNIT_LIMIT);
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
  const hint = useRemainingHint(form, 'notes', NOTES_HINT_FROM, NOTES_LIMIT) ?? 'Only the board can see these.';
  return (
    <Field label="Notes" hint={hint} error={form.formState.errors.notes?.message}>
      <Textarea {...form.register('notes')} />
    </Field>
  );
};

const useRemainingHint = (form: Form, name: 'unit_number' | 'notes', from: number, limit: number) => {
  const { length } = useWatch({ control: form.control, name }) ?? '';
  if (length <= from) return undefined;
  const left = limit - length;
  return left >= 0 ? `${formatPlural(left, 'character')} remaining` : `${formatPlural(-left, 'character')} too many`;
};
