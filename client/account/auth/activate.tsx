import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { activateForm } from '../../../schema/auth.ts';
import { FailureAlert } from '../../forms/failure.tsx';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { NarrowForm, useSendForm } from '../send-form.tsx';
import { Frame, NewPasswords, TextLink, useLinkToken } from './parts.tsx';
import { usePasswordWeakness } from './password-weakness.ts';
import { activate } from './sign-in.ts';

const TITLE = 'Activate your account';
const MISSING = 'Invalid activation link. Please check your email for the correct link.';
const FAILED = 'Failed to activate account. Please try again or contact support.';
const REDIRECT_MS = 2000;

const Activate = () => {
  const token = useLinkToken();
  const [openApp, setOpenApp] = useState<(() => void) | null>(null);
  if (openApp) return <Activated openApp={openApp} />;
  if (token === '') return <Missing />;
  return <Choose token={token} onActivated={(open) => setOpenApp(() => open)} />;
};
export default Activate;

const EMPTY = { name: '', password: '', confirmPassword: '' };

const Choose = ({ token, onActivated }: { token: string; onActivated: (openApp: () => void) => void }) => {
  const { form, register, submit, errors, busy, failure } = useSendForm({
    schema: activateForm,
    values: EMPTY,
    fallback: FAILED,
    send: async ({ name, password }, { setFocus }) => {
      if (weakness) return setFocus('password');
      onActivated(await activate({ token, name, password }));
    },
  });
  const weakness = usePasswordWeakness(form.watch('password'), { name: form.watch('name') });
  return (
    <Frame title={TITLE} subtitle="You’ve been invited to join your HOA. Choose how you’ll sign in.">
      <FailureAlert failure={failure} />
      <NarrowForm onSubmit={submit} submit="Activate Account" saving="Activating…" busy={busy}>
        <Field label="Full name" required error={errors.name?.message}>
          <Input autoComplete="name" {...register('name')} />
        </Field>
        <NewPasswords
          label="Password"
          hint="At least 8 characters, with a letter and a number"
          first={{ field: register('password'), error: errors.password }}
          second={{ field: register('confirmPassword'), error: errors.confirmPassword }}
          weakness={weakness}
        />
      </NarrowForm>
      <TextLink href={paths.login()}>Already activated? Sign in</TextLink>
    </Frame>
  );
};

const Activated = ({ openApp }: { openApp: () => void }) => {
  useEffect(() => {
    const timer = setTimeout(openApp, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [openApp]);
  return (
    <Frame title="Account Activated!" documentTitle={TITLE} subtitle="You’re signed in. The app will open in a moment.">
      <Card>
        <div className="grid gap-4 py-1">
          <p role="status" className="flex items-center gap-2.5 text-ink-2">
            <CircleCheck aria-hidden className="size-5 shrink-0 text-good" strokeWidth={1.8} />
            Your account is ready.
          </p>
          <Button variant="primary" size="large" onClick={openApp}>
            Go Now
          </Button>
        </div>
      </Card>
    </Frame>
  );
};

const Missing = () => (
  <Frame title={TITLE}>
    <Alert tone="error">{MISSING}</Alert>
    <TextLink href={paths.login()}>Back to Sign In</TextLink>
    <TextLink href={paths.support()}>Contact support</TextLink>
  </Frame>
);
