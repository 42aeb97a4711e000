import { ArrowLeft } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeField } from './code-field.tsx';
import { useCodeForm } from './code-form.ts';
import { Frame, TextLink } from './parts.tsx';

/** The second step of a sign-in. `send` throws ApiError. */
export const CodeStep = ({
  email,
  send,
  onBack,
}: {
  email: string;
  send: (code: string) => Promise<void>;
  onBack: () => void;
}) => {
  const { field, error, submit, busy } = useCodeForm(send, 'The code could not be checked.');
  return (
    <Frame
      title="Enter your code"
      documentTitle="Sign in"
      subtitle={<span className="[overflow-wrap:anywhere]">Signing in as {email}</span>}
    >
      <Card>
        <form noValidate onSubmit={submit} className="grid gap-4 py-1">
          <CodeField autoFocus error={error} {...field} />
          <Button type="submit" variant="primary" size="large" busy={busy}>
            {busy ? 'Signing in...' : 'Sign in'}
          </Button>
        </form>
      </Card>
      <Button variant="ghost" icon={ArrowLeft} className="justify-self-center" disabled={busy} onClick={onBack}>
        Back
      </Button>
      <TextLink href="/support">Lost your device and your recovery codes?</TextLink>
    </Frame>
  );
};
