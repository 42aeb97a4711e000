import { type FormEvent, useState } from 'react';
import type { PaymentPlan } from '../../../schema/tables/payment-plans.ts';
import { save } from '../../device/store.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';

type Props = { plan: PaymentPlan; open: boolean; onClose: () => void };

const CancelDialog = ({ plan, open, onClose }: Props) => (
  <Dialog open={open} onClose={onClose} title="Cancel Payment Plan">
    <CancelForm key={String(open)} plan={plan} onClose={onClose} />
  </Dialog>
);

export default CancelDialog;

const CancelForm = ({ plan, onClose }: Omit<Props, 'open'>) => {
  const [reason, setReason] = useState('');
  const { submit, busy, failure, dismiss } = useSubmit('The plan could not be canceled. Please try again.');
  const press = async (event?: FormEvent) => {
    event?.preventDefault();
    const written_at = new Date().toISOString();
    if (!(await submit(() => save('cancelPlan', { id: plan.id, reason, written_at })))) return;
    void toast('Plan canceled');
    onClose();
  };
  return (
    <PlainForm onSubmit={press}>
      <p className="text-ink-2">
        What is unpaid of its charges is due on its own days again. Late fees and reminders count from today, nothing is
        charged for the time in which the plan was kept.
      </p>
      <Field label="Reason" required hint="The holder sees it.">
        <Input autoFocus autoComplete="off" value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep Plan</Button>
        <Button type="submit" variant="danger" busy={busy}>
          Cancel Plan
        </Button>
      </div>
    </PlainForm>
  );
};
