import type { PaymentPlan } from '../../../schema/tables/payment-plans.ts';
import { save } from '../../device/store.ts';
import { TextField } from '../../forms/fields.tsx';
import { SaveForm, useSaveForm } from '../../forms/save-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type Props = { plan: PaymentPlan; open: boolean; onClose: () => void };

const CancelDialog = ({ plan, open, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title="Cancel Payment Plan">
    <CancelForm key={String(open)} plan={plan} onClose={onClose} />
  </Dialog>
);

export default CancelDialog;

const CancelForm = ({ plan, onClose }: Omit<Props, 'open'>) => {
  const edit = useSaveForm({
    values: { reason: '' },
    write: ({ reason }) => save('cancelPlan', { id: plan.id, reason, written_at: new Date().toISOString() }),
    said: 'Plan canceled',
    onSaved: onClose,
    fallback: 'The plan could not be canceled. Please try again.',
  });
  return (
    <SaveForm edit={edit} submit="Cancel Plan" isDanger onCancel={onClose} cancel="Keep Plan">
      <p className="text-ink-2">
        Original due dates apply again. Late fees and reminders start from today. No late fees are charged for the time
        on the plan.
      </p>
      <TextField
        form={edit.form}
        name="reason"
        label="Reason"
        required
        hint="The holder sees it."
        autoFocus
        autoComplete="off"
      />
    </SaveForm>
  );
};
