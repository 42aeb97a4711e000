import { useId } from 'react';
import type { Due } from '../../../schema/tables/dues.ts';
import { save } from '../../device/store.ts';
import { DialogActions, PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { SelectField } from '../../forms/fields.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DraftNote } from '../../ui/draft.tsx';
import { DueFields, Forecast } from './form.tsx';
import { useDueForm } from './form-model.ts';
import { argsOf, valuesOf } from './form-values.ts';
import { STATUSES } from './model.ts';
import { drafts } from './outbox.ts';
import { RecipientFields } from './recipient-fields.tsx';
import { YearAhead } from './year-ahead.tsx';

type Props = { due: Due; onClose: () => void; onSaved: () => void };

const FAILED = 'Failed to update due. Please try again.';

const SEND_DATE = 'The date the next invoices are sent. Later dates follow from it.';
const EditDue = ({ due, onClose, onSaved }: Props) => {
  const edit = useDueForm(drafts.edit(due.id), valuesOf(due), due);
  const { form, kept, discard } = edit;
  const { update, failure, dismiss } = useUpdate(due, edit, onSaved);
  const id = useId();
  const busy = form.formState.isSubmitting;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Edit Due"
      subtitle="Changes only affect invoices that haven’t been created yet."
      footer={
        <DialogActions
          note={<DraftNote kept={kept} onDiscard={discard} />}
          form={id}
          onCancel={onClose}
          submit={busy ? 'Saving…' : 'Save'}
          busy={busy}
        />
      }
    >
      <PlainForm id={id} onSubmit={update}>
        <StatusField form={form} />
        <DueFields form={form} row={due} edit={edit} sendDateHint={SEND_DATE} />
        <RecipientFields form={form} row={due} edit={edit} />
        <Forecast form={form} />
        <YearAhead form={form} due={due} />
        <ErrorAlert message={failure} onClose={dismiss} />
      </PlainForm>
    </Dialog>
  );
};

export default EditDue;

const useUpdate = (due: Due, edit: ReturnType<typeof useDueForm>, onSaved: () => void) => {
  const { submit, failure, dismiss } = useSubmit(FAILED);
  const update = edit.form.handleSubmit(async (values) => {
    const { base, ...changes } = edit.changes(values);
    const saved = await submit(async () => {
      if (Object.keys(changes).length > 0) await save('updateDue', { id: due.id, ...argsOf(changes), base });
    });
    if (!saved) return;
    edit.finish();
    onSaved();
  });
  return { update, failure, dismiss };
};

const StatusField = ({ form }: { form: ReturnType<typeof useDueForm>['form'] }) => (
  <SelectField
    form={form}
    name="status"
    label="Status"
    required
    hint="An inactive due sends no invoices"
    className="md:max-w-60"
    options={STATUSES}
  />
);
