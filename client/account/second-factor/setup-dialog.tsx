import { Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { passwordInput } from '../../../schema/auth.ts';
import { api } from '../../device/api.ts';
import { useUser } from '../../device/session.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { FailureAlert } from '../../forms/failure.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/input.tsx';
import { CodeField } from '../auth/code-field.tsx';
import { useCodeForm } from '../auth/code-form.ts';
import { PasswordOwner } from '../auth/parts.tsx';
import { useSendForm } from '../send-form.tsx';

type Setup = { secret: string; uri: string };
type Step = { kind: 'password' } | ({ kind: 'app' } & Setup) | { kind: 'codes'; codes: string[] };

type Props = { open: boolean; onClose: () => void; onConfirmed: () => void };

/** Password, app, recovery codes. `onConfirmed` once the second factor counts. */
export const SetupDialog = ({ open, onClose, onConfirmed }: Props) => {
  const [step, setStep] = useState<Step>({ kind: 'password' });
  const close = () => {
    onClose();
    setStep({ kind: 'password' });
  };
  const confirmed = (codes: string[]) => {
    setStep({ kind: 'codes', codes });
    onConfirmed();
  };
  return (
    <Dialog open={open} onClose={close} title={TITLES[step.kind]}>
      {step.kind === 'password' && <PasswordStep onStarted={(setup) => setStep({ kind: 'app', ...setup })} />}
      {step.kind === 'app' && <AppStep {...step} onConfirmed={confirmed} />}
      {step.kind === 'codes' && <CodesStep codes={step.codes} onDone={close} />}
    </Dialog>
  );
};

const TITLES: Record<Step['kind'], string> = {
  password: 'Set Up Two-Step Verification',
  app: 'Add Porchlight to Your App',
  codes: 'Save Your Recovery Codes',
};

const PasswordStep = ({ onStarted }: { onStarted: (setup: Setup) => void }) => {
  const { email } = useUser();
  const { register, submit, errors, busy, failure } = useSendForm({
    schema: passwordInput,
    values: { password: '' },
    fallback: 'Setup could not start. Please try again.',
    send: async (body) => onStarted(await api<Setup>('/api/auth/second-factor', { method: 'POST', body })),
  });
  return (
    <PlainForm layout="bare" onSubmit={submit}>
      <p className="text-ink-2">
        You need an authenticator app on your phone, for example Google Authenticator, 1Password or Aegis. From then on,
        you sign in with your password and a code from the app.
      </p>
      <FailureAlert failure={failure} />
      <PasswordOwner email={email} />
      <Field label="Your password" required error={errors.password?.message}>
        <PasswordInput autoFocus autoComplete="current-password" {...register('password')} />
      </Field>
      <Button type="submit" variant="primary" busy={busy} className="justify-self-end max-md:justify-self-stretch">
        {busy ? 'Checking…' : 'Continue'}
      </Button>
    </PlainForm>
  );
};

const AppStep = ({ secret, uri, onConfirmed }: Setup & { onConfirmed: (codes: string[]) => void }) => {
  const confirm = async (code: string) => {
    const path = '/api/auth/second-factor/confirm';
    const { recoveryCodes } = await api<{ recoveryCodes: string[] }>(path, { method: 'POST', body: { code } });
    onConfirmed(recoveryCodes);
  };
  const { field, error, submit, busy } = useCodeForm(confirm, 'The code could not be checked. Please try again.');
  return (
    <PlainForm layout="bare" onSubmit={submit}>
      <p className="text-ink-2">Scan this with the app, or open it on this phone, then enter the code the app shows.</p>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <div className="grid min-w-0 flex-1 basis-44 gap-1.5">
          <span className="text-ink-3 text-sm">Or type this key:</span>
          <code className="num [overflow-wrap:anywhere]">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <a href={uri} className="justify-self-start font-medium text-pine-text hover:underline">
            Open in an app on this device
          </a>
        </div>
      </div>
      <CodeField autoFocus orRecovery={false} error={error} {...field} />
      <Button type="submit" variant="primary" busy={busy} className="justify-self-end max-md:justify-self-stretch">
        {busy ? 'Checking…' : 'Turn On'}
      </Button>
    </PlainForm>
  );
};

const CodesStep = ({ codes, onDone }: { codes: string[]; onDone: () => void }) => {
  const copy = () =>
    copyText(codes.join('\n'), 'The recovery codes are copied', 'They could not be copied. Please write them down.');
  return (
    <div className="grid gap-4">
      <Alert tone="success">Two-step verification is on.</Alert>
      <p className="text-ink-2">
        If you lose your phone, each of these signs you in once instead of a code. You won’t see them again, so print
        them or keep them in a password manager.
      </p>
      <ul aria-label="Recovery codes" className="num grid gap-x-6 gap-y-1 rounded-md bg-sunk px-4 py-3 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex justify-end gap-2 max-md:flex-col-reverse">
        <Button icon={Copy} onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="primary" onClick={onDone}>
          I’ve Saved Them
        </Button>
      </div>
    </div>
  );
};

type Image = typeof import('../../ui/qr-image.tsx').QrImage;

/** A blank of its size until its code has loaded. */
const QrCode = (props: { text: string; label: string }) => {
  const [loaded, setLoaded] = useState<{ Image: Image }>();
  useEffect(() => {
    import('../../ui/qr-image.tsx').then(
      ({ QrImage }) => setLoaded({ Image: QrImage }),
      () => undefined,
    );
  }, []);
  return loaded ? <loaded.Image {...props} /> : <span className="block size-44 rounded-md bg-white" />;
};
