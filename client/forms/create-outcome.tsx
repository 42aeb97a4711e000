import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { ProgressBar } from '../ui/progress.tsx';
import type { Failure, Way } from './create.ts';

type Props = {
  busy: boolean;
  progress: number | null;
  failure: Failure | null;
  dismiss: () => void;
  onSend: (way: Way) => void;
};

/** How creating a record goes: the upload's progress, and what went wrong. An upload that reached nobody need not hold
 * the record back. */
export const CreateOutcome = ({ busy, progress, failure, dismiss, onSend }: Props) => (
  <>
    {progress !== null && <ProgressBar label="Uploading the attachment" value={progress} max={1} />}
    {failure && (
      <Alert tone="error" onClose={dismiss}>
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
    )}
  </>
);
