import { type ReactNode, useId, useRef, useState } from 'react';
import { Controller, type Resolver, type UseFormReturn, useWatch } from 'react-hook-form';
import { type Address, NOTES_LIMIT, UNIT_LIMIT } from '../../schema/addresses.ts';
import { conflictsOf } from '../../sync/addresses.ts';
import { versionsOf } from '../../sync/edits.ts';
import type { MutatorName } from '../../sync/index.ts';
import { type ConflictCheck, useRecordForm } from '../forms/record-form.ts';
import { messageOf } from '../http.ts';
import { save } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DraftNote } from '../ui/draft.tsx';
import { Field } from '../ui/field.tsx';
import { formatAddress, formatPlural } from '../ui/format.ts';
import { Input, Textarea } from '../ui/input.tsx';
import { Select } from '../ui/select.tsx';

type AddressForm = ReturnType<typeof useRecordForm<AddressValues>>;

export const AddressDialog = ({
  open,
  onClose,
  onSaved,
  id,
  title,
  draft,
  initial,
  address,
  resolver,
  mutation,
  words: labels,
  more: renderMore,
}: {
  open: boolean;
  onClose: () => void;
  onSaved: (text: string) => void;
  id: string;
  title: string;
  draft: string;
  initial: AddressValues;
  address?: Address;
  resolver: Resolver<AddressValues>;
  mutation: MutatorName;
  words: { submit: string; busy: string; done: string; failed: string };
  /** Fields below street and unit. */
  more?: (form: AddressForm['form'], edit: AddressForm) => ReactNode;
}) => {
  const formId = useId();
  const edit = useRecordForm(draft, initial, resolver, address && checkOf(address));
  const { form, kept, discard, finish } = edit;
  const { failure, setFailure, once } = useOnce();
  const submit = form.handleSubmit((values) =>
    once(async () => {
      const { base } = edit.changes(values);
      await save(mutation, { ...values, id, ...(address && { base }) });
      finish();
      onSaved(`Address "${formatAddress(values)}" ${labels.done} successfully`);
    }, labels.failed),
  );
  const busy = form.formState.isSubmitting;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {busy ? labels.busy : labels.submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4.5 pt-1">
        {failure && (
          <Alert tone="error" onClose={() => setFailure(null)}>
            {failure}
          </Alert>
        )}
        <StreetFields form={form} />
        {renderMore?.(form, edit)}
        <DraftNote kept={kept} onDiscard={discard} />
      </form>
    </Dialog>
  );
};

const GUARDED_FIELDS = ['street', 'unit_number', 'is_rented', 'notes'];
const checkOf = (address: Address): ConflictCheck<AddressValues> => ({
  versions: versionsOf(address, GUARDED_FIELDS),
  conflicts: (changes) => conflictsOf(address, changes),
});

const useOnce = () => {
  const [failure, setFailure] = useState<string | null>(null);
  const busy = useRef(false);
  const once = async (work: () => Promise<void>, failed: string) => {
    if (busy.current) return;
    busy.current = true;
    setFailure(null);
    await work().catch((error) => setFailure(messageOf(error, failed)));
    busy.current = false;
  };
  return { failure, setFailure, once };
};

export type AddressValues = { street: string; unit_number: string; is_rented: boolean; notes: string };
type Form = UseFormReturn<AddressValues>;

/** The counter appears above this length. */
const UNIT_HINT_FROM = 8;
const NOTES_HINT_FROM = 450;

const StreetFields = ({ form }: { form: Form }) => (
  <>
    <Field label="Street address" required error={form.formState.errors.street?.message}>
      <Input autoComplete="off" placeholder="12 Oak Lane" {...form.register('street')} />
    </Field>
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
  const hint = useRemainingHint(form, 'notes', NOTES_HINT_FROM, NOTES_LIMIT) ?? 'Only the board sees these.';
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
