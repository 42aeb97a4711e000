import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { changePasswordForm } from '../../../schema/auth.ts';
import { api } from '../../device/api.ts';
import { useUser } from '../../device/session.ts';
import { useOnline, useRows } from '../../device/store.ts';
import { type Failure, FailureAlert, failureOf } from '../../forms/failure.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/input.tsx';
import { EndCalendar, NewPasswords, PasswordOwner } from '../auth/parts.tsx';
import { usePasswordWeakness } from '../auth/password-weakness.ts';

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '', endCalendar: false };
const CHANGED = 'Password changed successfully! You remain logged in on this device.';
const FAILED = 'Failed to change password. Please try again.';
const SHOWN_MS = 5000;

export const ChangePassword = () => {
  const { email } = useUser();
  const { register, submit, errors, weakness, isSubmitting, failure, changed, dismiss } = useChange(email);
  return (
    <Card title="Change password">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p className="text-ink-2">Your other devices are signed out; this one stays signed in.</p>
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
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {isSubmitting ? 'Changing...' : 'Change Password'}
          </Button>
        </div>
      </form>
    </Card>
  );
};

const useChange = (email: string) => {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [changed, setChanged] = useState(false);
  const { register, handleSubmit, reset, formState, watch, setFocus } = useForm({
    resolver: zodResolver(changePasswordForm),
    defaultValues: EMPTY,
  });
  const hoa = useRows('hoa').all[0];
  const weakness = usePasswordWeakness(watch('newPassword'), { email, hoa_name: hoa?.name });
  const clear = () => {
    setFailure(null);
    setChanged(false);
  };
  const submit = handleSubmit(async ({ confirmPassword: _, ...body }) => {
    clear();
    if (weakness) return setFocus('newPassword');
    await api('/api/auth/change-password', { method: 'PUT', body }).then(
      () => {
        reset(EMPTY);
        setChanged(true);
      },
      (error) => setFailure(failureOf(error, FAILED)),
    );
  }, clear);
  const { errors, isSubmitting } = formState;
  return { register, submit, errors, weakness, isSubmitting, failure, changed, dismiss: () => setChanged(false) };
};

const Offline = () =>
  !useOnline() && <span className="mr-auto text-ink-3 text-sm">You are offline: this needs a connection.</span>;
