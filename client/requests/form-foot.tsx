import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { CreateOutcome } from '../forms/create-outcome.tsx';
import { paths } from '../paths.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';

type Props = ComponentProps<typeof CreateOutcome> & { created: boolean; children: ReactNode };

/** The foot of the form: how it went, what can be done about it, and the buttons. `children` is the draft's note. */
export const FormFoot = ({ created, children, ...outcome }: Props) => (
  <>
    <CreateOutcome {...outcome} />
    {created && <Created />}
    <div className="flex flex-wrap items-center justify-end gap-2">
      <span className="mr-auto empty:hidden max-md:basis-full">{children}</span>
      <LinkButton variant="ghost" href={paths.requests()}>
        Back to Requests
      </LinkButton>
      <Button type="submit" variant="primary" busy={outcome.busy} aria-disabled={created || undefined}>
        {outcome.progress !== null ? 'Uploading...' : outcome.busy ? 'Creating...' : 'Create Request'}
      </Button>
    </div>
  </>
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
