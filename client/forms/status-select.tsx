import { messageOf } from '../http.ts';
import { formatLabel } from '../ui/format.ts';
import { Select } from '../ui/select.tsx';
import { toast } from '../ui/toast.tsx';

const STATUS_NOTICE_MS = 3000;
const NOTICE_MS = 5000;

type Change = {
  write: () => Promise<void>;
  /** Puts back what was there before. */
  undo?: () => Promise<void>;
  said: string;
  /** The sentence for a failure without one of its own. */
  fallback: string;
  forMs?: number;
};

/** Makes one change of a record at once and says so in a toast, from which it can be undone. */
export const changeNow = async ({ write, undo, said, fallback, forMs = NOTICE_MS }: Change): Promise<void> => {
  const failed = (error: unknown) => void toast(messageOf(error, fallback), 'error');
  try {
    await write();
  } catch (error) {
    return failed(error);
  }
  void toast(said, 'success', forMs, undo && { label: 'Undo', run: () => void undo().catch(failed) });
};

export const StatusSelect = <Status extends string>({
  status,
  statuses,
  isLabelHidden = false,
  write,
  undo = () => write(status),
}: {
  status: Status;
  statuses: readonly Status[];
  /** Where the word stands beside it. */
  isLabelHidden?: boolean;
  write: (next: Status) => Promise<void>;
  /** Puts back the status as it is now. */
  undo?: () => Promise<void>;
}) => (
  <Select
    label="Status"
    isLabelHidden={isLabelHidden}
    value={status}
    onChange={(next) =>
      next !== status &&
      void changeNow({
        write: () => write(next),
        undo,
        said: `Status updated to ${next.replaceAll('_', ' ')}`,
        fallback: 'Failed to update status',
        forMs: STATUS_NOTICE_MS,
      })
    }
    options={statuses.map((value) => ({ value, label: formatLabel(value) }))}
  />
);
