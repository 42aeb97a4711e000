import type { ReactNode } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress.tsx';
import type { Failure, Way } from './form-save.ts';

type Props = {
  /** "Create Draft" and "Creating..." */
  verb: string;
  busyVerb: string;
  cancelHref: string;
  busy: boolean;
  progress: number | null;
  failure: Failure | null;
  dismiss: () => void;
  onSave: (way: Way) => void;
  /** The draft's note. */
  children: ReactNode;
};

/** The foot of the form: how it went, what can be done about it, and the buttons. */
export const FormFoot = ({ verb, busyVerb, cancelHref, busy, progress, failure, dismiss, onSave, children }: Props) => (
  <>
    {progress !== null && <ProgressBar label="Uploading the attachment" value={progress} max={1} />}
    {failure && <Failed failure={failure} busy={busy} onClose={dismiss} onSave={onSave} />}
    <div className="flex flex-wrap items-center justify-end gap-2">
      <span className="mr-auto empty:hidden max-md:basis-full">{children}</span>
      <LinkButton variant="ghost" href={cancelHref}>
        Cancel
      </LinkButton>
      <Button type="submit" variant="primary" busy={busy}>
        {progress !== null ? 'Uploading...' : busy ? busyVerb : verb}
      </Button>
    </div>
  </>
);

/** An upload that reached nobody need not hold the announcement back. */
const Failed = ({
  failure,
  busy,
  onClose,
  onSave,
}: {
  failure: Failure;
  busy: boolean;
  onClose: () => void;
  onSave: (way: Way) => void;
}) => (
  <Alert tone="error" onClose={onClose}>
    <p>{failure.message}</p>
    {failure.unreached && (
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" disabled={busy} onClick={() => onSave('later')} className={WRAPS}>
          Save now, upload when back online
        </Button>
        <Button size="small" disabled={busy} onClick={() => onSave('without')} className={WRAPS}>
          Save without the file
        </Button>
      </div>
    )}
  </Alert>
);

/** Two lines where a phone has no room for one. */
const WRAPS = 'max-md:h-auto max-md:min-h-11 max-md:shrink max-md:whitespace-normal';
