import { useId } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import type { Due } from '../../schema/dues.ts';
import { save } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DraftNote } from '../ui/draft.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { DueFields, Forecast, RecipientsField, SaveFailed, useSave } from './form.tsx';
import { argsOf, type DueValues, useDueForm, valuesOf } from './form-model.ts';
import { STATUSES } from './model.ts';
import { drafts } from './outbox.ts';

type Props = { due: Due; onClose: () => void; onSaved: () => void };

const EditDue = ({ due, onClose, onSaved }: Props) => {
  const edit = useDueForm(drafts.edit(due.id), valuesOf(due), due);
  const { form, kept, discard, finish } = edit;
  const { run, failure, dismiss } = useSave('Failed to update due. Please try again.');
  const id = useId();
  const submit = form.handleSubmit((values) =>
    run(async () => {
      const { base, ...changes } = edit.changes(values);
      if (Object.keys(changes).length > 0) await save('updateDue', { id: due.id, ...argsOf(changes), base });
      finish();
      onSaved();
    }),
  );
  const busy = form.formState.isSubmitting;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Edit Due"
      subtitle="Changes affect only invoices that are not yet made."
      footer={
        <>
          <span className="mr-auto self-center empty:hidden">
            <DraftNote kept={kept} onDiscard={discard} />
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {busy ? 'Saving...' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4.5 py-1" onSubmit={submit}>
        <StatusField form={form} />
        <DueFields
          form={form}
          row={due}
          edit={edit}
          sending="When the next invoices go out; the periods are counted from there"
        />
        <RecipientsField form={form} />
        <Forecast form={form} />
        <SaveFailed message={failure} onClose={dismiss} />
      </form>
    </Dialog>
  );
};

export default EditDue;

const StatusField = ({ form }: { form: UseFormReturn<DueValues> }) => (
  <Field
    label="Status"
    required
    error={form.formState.errors.status?.message}
    hint="An inactive due sends nothing"
    className="md:max-w-60"
  >
    <Controller
      control={form.control}
      name="status"
      render={({ field: { ref, value, onChange } }) => (
        <Select ref={ref} value={value} onChange={onChange} options={STATUSES} />
      )}
    />
  </Field>
);
