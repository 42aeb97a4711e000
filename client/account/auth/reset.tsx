import { CircleCheck, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { resetForm } from '../../../schema/auth.ts';
import { api } from '../../device/api.ts';
import { isOnline, messageOf } from '../../device/http.ts';
import { type Failure, FailureAlert, isUnanswered } from '../../forms/failure.tsx';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NarrowForm, useSendForm } from '../send-form.tsx';
import { EndCalendar, Frame, NewPasswords, PasswordOwner, TextLink, useLinkToken } from './parts.tsx';
import { usePasswordWeakness } from './password-weakness.ts';

const Reset = () => {
  const token = useLinkToken();
  const { link, retry } = useResetLink(token);
  const [done, setDone] = useState(false);
  if (done) return <Done />;
  if (link.state === 'invalid') return <Invalid message={link.message} />;
  if (link.state === 'valid') return <Choose token={token} email={link.email} onDone={() => setDone(true)} />;
  return <Checking failure={link.state === 'unchecked' ? link.failure : null} onRetry={retry} />;
};
export default Reset;

const TITLE = 'Reset password';

const Checking = ({ failure, onRetry }: { failure: Failure | null; onRetry: () => void }) => (
  <Frame title={TITLE} subtitle={failure ? undefined : 'Checking your link'}>
    {failure ? (
      <>
        <FailureAlert failure={failure} />
        <Button size="large" onClick={onRetry}>
          Try Again
        </Button>
      </>
    ) : (
      <Card>
        <p role="status" className="flex items-center gap-2.5 py-6 text-ink-2">
          <LoaderCircle aria-hidden className="size-4 animate-turn" /> Verifying your reset link…
        </p>
      </Card>
    )}
  </Frame>
);

const FAILED = 'Failed to reset password. Please try again.';
const EMPTY = { password: '', confirmPassword: '', endCalendar: false };

const Choose = ({ token, email, onDone }: { token: string; email: string; onDone: () => void }) => {
  const { form, register, submit, errors, busy, failure } = useSendForm({
    schema: resetForm,
    values: EMPTY,
    fallback: FAILED,
    send: async ({ password, endCalendar }, { setFocus }) => {
      if (weakness) return setFocus('password');
      await api('/api/auth/reset-password', { method: 'POST', body: { token, password, endCalendar } });
      onDone();
    },
  });
  const weakness = usePasswordWeakness(form.watch('password'), { email });
  return (
    <Frame title={TITLE} subtitle={email && <span className="[overflow-wrap:anywhere]">for {email}</span>}>
      <FailureAlert failure={failure} />
      <NarrowForm onSubmit={submit} submit="Reset Password" saving="Resetting…" busy={busy}>
        <PasswordOwner email={email} />
        <NewPasswords
          label="New password"
          hint="At least 6 characters"
          first={{ field: register('password'), error: errors.password }}
          second={{ field: register('confirmPassword'), error: errors.confirmPassword }}
          weakness={weakness}
        />
        <EndCalendar {...register('endCalendar')} />
      </NarrowForm>
      {failure && !failure.reason && <TextLink href={paths.forgotPassword()}>Request New Reset Link</TextLink>}
    </Frame>
  );
};

const Done = () => (
  <Frame
    title="Password Reset Complete"
    documentTitle={TITLE}
    subtitle="You’ve been signed out on every device. Sign in with your new password."
  >
    <Card>
      <div className="grid gap-4 py-1">
        <p className="flex items-center gap-2.5 text-ink-2">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-good" strokeWidth={1.8} />
          Your password has been changed.
        </p>
        <LinkButton variant="primary" size="large" href={paths.login()}>
          Go to Login
        </LinkButton>
      </div>
    </Card>
  </Frame>
);

const Invalid = ({ message }: { message: string }) => (
  <Frame
    title="Invalid Reset Link"
    documentTitle={TITLE}
    subtitle="It may have expired, been used already, or been replaced by a newer one."
  >
    <Alert tone="error">{message}</Alert>
    <LinkButton variant="primary" size="large" href={paths.forgotPassword()}>
      Request New Reset Link
    </LinkButton>
    <TextLink href={paths.login()}>Back to Sign In</TextLink>
  </Frame>
);

/** `unchecked`: the check itself failed. */
type ResetLink =
  | { state: 'verifying' }
  | { state: 'valid'; email: string }
  | { state: 'invalid'; message: string }
  | { state: 'unchecked'; failure: Failure };

const MISSING = 'Reset token is missing from the URL';
const INVALID = 'Invalid or expired reset token';
const UNCHECKED = 'Your reset link could not be checked.';

const useResetLink = (token: string) => {
  const [link, setLink] = useState<ResetLink>({ state: 'verifying' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    if (token === '') return setLink({ state: 'invalid', message: MISSING });
    let current = true;
    setLink({ state: 'verifying' });
    void verify(token).then((answer) => current && setLink(answer));
    return () => {
      current = false;
    };
  }, [token, attempt]);
  return { link, retry: () => setAttempt((count) => count + 1) };
};

const verify = (token: string): Promise<ResetLink> =>
  api<{ email?: string }>('/api/auth/verify-reset-token', { method: 'POST', body: { token } }).then(
    (body) => ({ state: 'valid', email: body?.email ?? '' }),
    (error) => {
      if (isUnanswered(error)) return { state: 'unchecked', failure: { message: UNCHECKED, reason: reason() } };
      if (error.status === 429) return { state: 'unchecked', failure: { message: messageOf(error, UNCHECKED) } };
      return { state: 'invalid', message: messageOf(error, INVALID) };
    },
  );

const reason = () =>
  isOnline() ? 'The server did not respond.' : 'You are offline. The link works for 2 hours after the email was sent.';
