import { ArrowLeft } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { NarrowForm } from '../send-form.tsx';
import { CodeField } from './code-field.tsx';
import { useCodeForm } from './code-form.ts';
import { Frame, TextLink } from './parts.tsx';

type Props = { email: string; send: (code: string) => Promise<void>; onBack: () => void };

/** The second step of a sign-in. `send` throws ApiError. */
export const CodeStep = ({ email, send, onBack }: Props) => {
  const { field, error, submit, busy } = useCodeForm(send, 'The code could not be checked. Please try again.');
  return (
    <Frame
      title="Enter Your Code"
      documentTitle="Sign in"
      subtitle={<span className="[overflow-wrap:anywhere]">Signing in as {email}</span>}
    >
      <NarrowForm onSubmit={submit} submit="Sign in" saving="Signing in…" busy={busy}>
        <CodeField autoFocus error={error} {...field} />
      </NarrowForm>
      <BackButton disabled={busy} onClick={onBack} />
      <TextLink href="/support">Lost your device and your recovery codes?</TextLink>
    </Frame>
  );
};

export const BackButton = (button: { disabled: boolean; onClick: () => void }) => (
  <Button {...button} variant="ghost" icon={ArrowLeft} className="justify-self-center">
    Back
  </Button>
);
