import { zodResolver } from '@hookform/resolvers/zod';
import { MailCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { verificationCode } from '../../../schema/signup.ts';
import { ApiError } from '../../device/http.ts';
import { type Failure, FailureAlert } from '../../forms/failure.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { NarrowForm } from '../send-form.tsx';
import { resendCode, verifyEmail } from './calls.ts';
import { failureOf, StepScreen } from './parts.tsx';
import { currentSignup, useSignup } from './signup-store.ts';

const form = z.object({ code: verificationCode });
const FAILED = 'Failed to confirm your email. Please try again.';
const NOT_SENT = 'Failed to send a new code. Please try again.';

/** Between the card and the dashboard. `actions` lead back, where the address can be changed. */
export const CheckEmail = ({ onVerified, actions }: { onVerified: () => void; actions: ReactNode }) => {
  const { account } = useSignup();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, submit, error, busy } = useCode(onVerified, setFailure);
  return (
    <StepScreen
      step="payment_setup"
      title="Check Your Email"
      subtitle={
        <span className="[overflow-wrap:anywhere]">
          We emailed a code to <b className="font-semibold text-ink">{account.email}</b>. Enter it to set up your HOA.
        </span>
      }
    >
      <FailureAlert failure={failure} />
      <NarrowForm onSubmit={submit} submit="Confirm Email" saving="Confirming…" busy={busy}>
        <p className="flex items-center gap-2.5 text-ink-2">
          <MailCheck aria-hidden className="size-5 shrink-0 text-pine-text" strokeWidth={1.8} />
          Your card is confirmed. Nothing is charged until the trial ends.
        </p>
        <Field label="Code" required hint="6 digits, valid for one hour" error={error}>
          <Input
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            className="num tracking-[0.2em]"
            {...register('code')}
          />
        </Field>
      </NarrowForm>
      <Resend onFailure={setFailure} />
      {actions}
    </StepScreen>
  );
};

const useCode = (onVerified: () => void, setFailure: (failure: Failure | null) => void) => {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { code: '' },
  });
  const clear = () => setFailure(null);
  const submit = handleSubmit(async ({ code }) => {
    clear();
    await verifyEmail(currentSignup(), code).then(onVerified, (error: unknown) => {
      if (isAboutCode(error)) setError('code', { message: error.message }, { shouldFocus: true });
      else setFailure(failureOf(error, FAILED));
    });
  }, clear);
  return { register, submit, error: formState.errors.code?.message, busy: formState.isSubmitting };
};

/** The server asks for the code, or refuses one. */
export const isAboutCode = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.errors.some(({ path }) => path === 'code');

const Resend = ({ onFailure }: { onFailure: (failure: Failure | null) => void }) => {
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const send = async () => {
    onFailure(null);
    setState('busy');
    await resendCode(currentSignup()).then(
      () => setState('sent'),
      (error: unknown) => {
        setState('idle');
        onFailure(failureOf(error, NOT_SENT));
      },
    );
  };
  return (
    <div className="grid justify-items-start gap-2 text-ink-2">
      <p>No email after a few minutes? Check your spam folder, or go back to your account to fix the address.</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={state === 'busy'} onClick={send}>
          {state === 'busy' ? 'Sending…' : 'Send a New Code'}
        </Button>
        <p role="status">{state === 'sent' && 'A new code is on its way. Only the newest one works.'}</p>
      </div>
    </div>
  );
};
