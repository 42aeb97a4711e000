import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { type Creation, useCreation } from './bulk-create.ts';
import { type Reading, useReading } from './bulk-reading.ts';
import { Success } from './bulk-success.tsx';
import { Upload } from './bulk-upload.tsx';
import { Validate } from './bulk-validate.tsx';

const STEPS = ['Upload', 'Validate', 'Success'] as const;

/** Adds people and addresses from a CSV file: choose it, look at what was read, create. */
const BulkDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const reading = useReading();
  const creation = useCreation();
  const creating = creation.state.phase === 'creating';
  const step = creation.state.phase === 'done' ? 2 : reading.state.phase === 'read' ? 1 : 0;
  // What the server is doing cannot be stopped any more, and its answer should be seen.
  const close = () => !creating && onClose();
  return (
    <Dialog
      open={open}
      onClose={close}
      wide
      title="Bulk Add"
      subtitle="Add people and their addresses from a CSV file."
      footer={<Foot step={step} reading={reading} creation={creation} onClose={close} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-1">
        <Steps current={step} />
        {step === 0 && <Upload reading={reading} />}
        {step === 1 && <Validate reading={reading} creation={creation} />}
        {creation.state.phase === 'done' && <Success summary={creation.state.summary} reading={reading} />}
      </div>
    </Dialog>
  );
};

export default BulkDialog;

type Props = { step: number; reading: Reading; creation: Creation; onClose: () => void };

const Foot = ({ step, reading, creation, onClose }: Props) => {
  const creating = creation.state.phase === 'creating';
  const content = reading.state.phase === 'read' ? reading.state.content : undefined;
  const another = () => {
    creation.reset();
    reading.drop();
  };
  if (step === 2)
    return (
      <Button look="go" onClick={onClose}>
        Done
      </Button>
    );
  return (
    <>
      {content && (
        <Button look="quiet" onClick={another} disabled={creating} className="mr-auto max-md:mr-0">
          Choose another file
        </Button>
      )}
      <Button onClick={onClose} disabled={creating}>
        Cancel
      </Button>
      {content && (
        <Button
          look="go"
          busy={creating}
          disabled={content.errors.length > 0}
          onClick={() => creation.create(content.rows)}
        >
          {creating ? 'Creating...' : 'Create Users'}
        </Button>
      )}
    </>
  );
};

const Steps = ({ current }: { current: number }) => (
  <ol className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
    {STEPS.map((label, step) => (
      <li
        key={label}
        aria-current={step === current ? 'step' : undefined}
        className={clsx('flex items-center gap-1.75', step === current ? 'font-semibold text-ink' : 'text-ink-3')}
      >
        <span
          className={clsx(
            'num grid size-5 place-items-center rounded-full text-xs',
            step <= current ? 'bg-pine-soft font-semibold text-pine-text' : 'bg-grey-soft',
          )}
        >
          {step < current ? <Check aria-hidden className="size-3" strokeWidth={3} /> : step + 1}
        </span>
        {label}
      </li>
    ))}
  </ol>
);
