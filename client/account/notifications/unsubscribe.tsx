import { useEffect, useState } from 'react';
import { parseAnswer, send } from '../../device/http.ts';
import { type Failure, FailureAlert, failureOf } from '../../forms/failure.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Frame, TextLink, useLinkToken } from '../auth/parts.tsx';

type Result = { mail: boolean; hoa: string; labels: string[] };

const FAILED = 'Your choice could not be saved. Please try again.';

/** The page behind the link in each mail: it turns off what the mail was about, without a sign-in. */
const Unsubscribe = () => {
  const { result, failure, busy, choose } = useChoice(useLinkToken());
  return (
    <Frame title={titleOf(result)} documentTitle="Email notifications">
      <FailureAlert failure={failure} />
      {!result && failure?.reason && (
        <Button busy={busy} onClick={() => void choose(false)}>
          Try Again
        </Button>
      )}
      {result && <Chosen {...result} busy={busy} onChange={() => void choose(!result.mail)} />}
      <TextLink href={paths.profile()}>Choose all notifications in your profile</TextLink>
    </Frame>
  );
};
export default Unsubscribe;

const useChoice = (token: string) => {
  const [result, setResult] = useState<Result | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const choose = async (mail: boolean) => {
    setBusy(true);
    setFailure(null);
    const path = `/api/unsubscribe?${new URLSearchParams({ token })}`;
    await send(path, { method: 'POST', body: { mail } })
      .then((answer) => setResult(parseAnswer<Result>(answer)))
      .catch((error) => setFailure(failureOf(error, FAILED)));
    setBusy(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token alone decides
  useEffect(() => {
    void choose(false);
  }, [token]);
  return { result, failure, busy, choose };
};

const Chosen = ({ mail, hoa, labels, busy, onChange }: Result & { busy: boolean; onChange: () => void }) => (
  <Card>
    <div className="grid gap-4 py-1">
      <div role="status" className="grid gap-2">
        <p>
          {mail ? 'You’ll get these emails from' : 'You no longer get these emails from'} {hoa}:
        </p>
        <ul className="list-disc pl-5">
          {labels.map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
        <p className="text-ink-3 text-sm">Official notices and invoices are always emailed.</p>
      </div>
      <Button busy={busy} onClick={onChange}>
        {mail ? 'Turn Them Off' : 'Turn Them On Again'}
      </Button>
    </div>
  </Card>
);

const titleOf = (result: Result | null): string => {
  if (!result) return 'Email notifications';
  return result.mail ? 'These emails are on again' : 'These emails are off';
};
