import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { paths } from '../paths.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress.tsx';
import type { Failure, Way } from './form-create.ts';

type Props = {
  busy: boolean;
  created: boolean;
  progress: number | null;
  failure: Failure | null;
  dismiss: () => void;
  onSend: (way: Way) => void;
  children: ReactNode;
};

/** The foot of the form: how it went, what can be done about it, and the buttons. `children` is the draft's note. */
export const FormFoot = ({ busy, created, progress, failure, dismiss, onSend, children }: Props) => (
  <>
    {progress !== null && <ProgressBar label="Uploading the attachment" value={progress} max={1} />}
    {failure && <Failed failure={failure} busy={busy} onClose={dismiss} onSend={onSend} />}
    {created && <Created />}
    <div className="flex flex-wrap items-center justify-end gap-2">
      <span className="mr-auto empty:hidden max-md:basis-full">{children}</span>
      <LinkButton look="quiet" href={paths.requests()}>
        Back to Requests
      </LinkButton>
      <Button type="submit" look="go" busy={busy} aria-disabled={created || undefined}>
        {progress !== null ? 'Uploading...' : busy ? 'Creating...' : 'Create Request'}
      </Button>
    </div>
  </>
);

/** An upload that reached nobody need not hold the request back. */
const Failed = ({
  failure,
  busy,
  onClose,
  onSend,
}: {
  failure: Failure;
  busy: boolean;
  onClose: () => void;
  onSend: (way: Way) => void;
}) => (
  <Alert tone="error" onClose={onClose}>
    <p>{failure.message}</p>
    {failure.unreached && (
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" disabled={busy} onClick={() => onSend('later')}>
          Send when back online
        </Button>
        <Button size="small" disabled={busy} onClick={() => onSend('without')}>
          Send without the file
        </Button>
      </div>
    )}
  </Alert>
);

const REDIRECT_MS = 1500;

const Created = () => {
  const [, navigate] = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.requests()), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Alert
      tone="success"
      actions={
        <Link href={paths.requests()} className="font-semibold underline">
          Go now
        </Link>
      }
    >
      Request created successfully! Redirecting...
    </Alert>
  );
};
