import { type ComponentProps, useState } from 'react';
import { messageOf } from '../device/http.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { ErrorAlert } from './failure.tsx';
import { NOT_SAVED } from './submit.ts';

type Props = Omit<ComponentProps<typeof ConfirmDialog>, 'onConfirm'> & {
  write: () => Promise<unknown>;
  /** The notice that it was done. */
  said?: string;
  /** The sentence for a failure without one of its own. */
  fallback?: string;
};

/** Asks before a change is written. The dialog stays open where that fails, and says why. */
export const ConfirmChange = ({ write, said, fallback = NOT_SAVED, children, ...dialog }: Props) => {
  const [failure, setFailure] = useState<string | null>(null);
  const confirm = async () => {
    try {
      await write();
    } catch (error) {
      setFailure(messageOf(error, fallback));
      throw error;
    }
    if (said) void toast(said);
  };
  return (
    <ConfirmDialog {...dialog} onConfirm={confirm}>
      <div className="grid gap-3.5">
        <div>{children}</div>
        <ErrorAlert message={failure} onClose={() => setFailure(null)} />
      </div>
    </ConfirmDialog>
  );
};
