import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { forgotInput } from '../../../schema/auth.ts';
import { api } from '../../device/api.ts';
import { FailureAlert } from '../../forms/failure.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { NarrowForm, useSendForm } from '../send-form.tsx';
import { Frame, TextLink } from './parts.tsx';

/** The message is the same whether or not the account exists. */
const Forgot = () => {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return sentTo === null ? (
    <RequestLink onSent={setSentTo} />
  ) : (
    <LinkSent to={sentTo} onAgain={() => setSentTo(null)} />
  );
};
export default Forgot;

const FAILED = 'Failed to send password reset email. Please try again.';

const RequestLink = ({ onSent }: { onSent: (email: string) => void }) => {
  const { register, submit, errors, busy, failure } = useSendForm({
    schema: forgotInput,
    values: { email: '' },
    fallback: FAILED,
    send: async ({ email }) => {
      await api('/api/auth/forgot-password', { method: 'POST', body: { email } });
      onSent(email);
    },
  });
  return (
    <Frame title="Forgot Password" subtitle="Enter your email and we’ll send you a link to choose a new one.">
      <FailureAlert failure={failure} />
      <NarrowForm onSubmit={submit} submit="Send Reset Link" saving="Sending…" busy={busy}>
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} {...register('email')} />
        </Field>
      </NarrowForm>
      <TextLink href={paths.login()}>Back to Sign In</TextLink>
    </Frame>
  );
};

const LinkSent = ({ to, onAgain }: { to: string; onAgain: () => void }) => (
  <Frame
    title="Check Your Email"
    documentTitle="Forgot password"
    subtitle={
      <span className="[overflow-wrap:anywhere]">
        If <b className="font-semibold text-ink">{to}</b> belongs to an account, we’ve emailed it a reset link.
      </span>
    }
  >
    <Card>
      <div className="grid gap-4 py-1">
        <MailCheck aria-hidden className="size-6 text-pine-text" strokeWidth={1.8} />
        <ol className="grid list-decimal gap-2 pl-4.5 text-ink-2 marker:text-ink-3">
          <li>Open the email from Porchlight. If it hasn’t arrived in a few minutes, check your spam folder.</li>
          <li>Follow the link within 2 hours. It works once, and only the newest link works.</li>
          <li>Choose a new password. You’ll be signed out on every device.</li>
        </ol>
        <Button size="large" onClick={onAgain}>
          Try Different Email
        </Button>
      </div>
    </Card>
    <TextLink href={paths.login()}>Back to Sign In</TextLink>
  </Frame>
);
