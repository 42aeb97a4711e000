import { useState } from 'react';
import { changePasswordForm } from '../../../schema/auth.ts';
import { api } from '../../device/api.ts';
import { useUser } from '../../device/session.ts';
import { useOnline, useRows } from '../../device/store.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { FailureAlert } from '../../forms/failure.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/input.tsx';
import { EndCalendar, NewPasswords, PasswordOwner } from '../auth/parts.tsx';
import { usePasswordWeakness } from '../auth/password-weakness.ts';
import { useSendForm } from '../send-form.tsx';

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '', endCalendar: false };
const CHANGED = 'Password changed successfully! You remain logged in on this device.';
const FAILED = 'Failed to change password. Please try again.';
const SHOWN_MS = 5000;

export const ChangePassword = () => {
  const { email } = useUser();
  const { register, submit, errors, weakness, busy, failure, changed, dismiss } = useChange(email);
  return (
    <Card title="Change Password">
      <PlainForm layout="bare" onSubmit={submit}>
        <p className="text-ink-2">You’ll be signed out on your other devices and stay signed in here.</p>
        {changed && (
          <Alert tone="success" clearAfter={SHOWN_MS} onClose={dismiss}>
            {CHANGED}
          </Alert>
        )}
        <FailureAlert failure={failure} />
        <PasswordOwner email={email} />
        <Field label="Current password" required error={errors.currentPassword?.message}>
          <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
        </Field>
        <NewPasswords
          label="New password"
          hint="At least 6 characters"
          first={{ field: register('newPassword'), error: errors.newPassword }}
          second={{ field: register('confirmPassword'), error: errors.confirmPassword }}
          weakness={weakness}
        />
        <EndCalendar {...register('endCalendar')} />
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          <Offline />
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? 'Changing…' : 'Change Password'}
          </Button>
        </div>
      </PlainForm>
    </Card>
  );
};

const useChange = (email: string) => {
  const [changed, setChanged] = useState(false);
  const { form, submit, ...sending } = useSendForm({
    schema: changePasswordForm,
    values: EMPTY,
    fallback: FAILED,
    send: async ({ confirmPassword: _, ...body }, { reset, setFocus }) => {
      if (weakness) return setFocus('newPassword');
      await api('/api/auth/change-password', { method: 'PUT', body });
      reset(EMPTY);
      setChanged(true);
    },
  });
  const hoa = useRows('hoa').all[0];
  const weakness = usePasswordWeakness(form.watch('newPassword'), { email, hoa_name: hoa?.name });
  const dismiss = () => setChanged(false);
  const change = () => {
    dismiss();
    return submit();
  };
  return { ...sending, submit: change, weakness, changed, dismiss };
};

const Offline = () =>
  !useOnline() && <span className="mr-auto text-ink-3 text-sm">You are offline. You need a connection for this.</span>;
