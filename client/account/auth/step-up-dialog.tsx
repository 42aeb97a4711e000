import { useAtom } from 'jotai';
import { api } from '../../device/api.ts';
import { stepUpAtom } from '../../device/step-up.ts';
import { FormActions, PlainForm } from '../../forms/actions.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CodeField } from './code-field.tsx';
import { useCodeForm } from './code-form.ts';

/** Asks for a code before what leads money or records elsewhere; then the call goes on by itself. */
const StepUpDialog = () => {
  const [asked, setAsked] = useAtom(stepUpAtom);
  const end = (accepted: boolean) => {
    asked?.resolve(accepted);
    setAsked(null);
  };
  return (
    <Dialog
      open={asked !== null}
      onClose={() => end(false)}
      title="Confirm It’s You"
      subtitle="Your HOA’s money and records are protected by two-step verification."
    >
      <StepUpForm onAccepted={() => end(true)} onCancel={() => end(false)} />
    </Dialog>
  );
};
export default StepUpDialog;

const StepUpForm = ({ onAccepted, onCancel }: { onAccepted: () => void; onCancel: () => void }) => {
  const check = async (code: string) => {
    await api('/api/auth/second-factor/check', { method: 'POST', body: { code } });
    onAccepted();
  };
  const { field, error, submit, busy } = useCodeForm(check, 'The code could not be checked. Please try again.');
  return (
    <PlainForm layout="bare" onSubmit={submit}>
      <CodeField autoFocus error={error} {...field} />
      <FormActions stacks onCancel={onCancel} submit={busy ? 'Checking…' : 'Continue'} busy={busy} />
    </PlainForm>
  );
};
