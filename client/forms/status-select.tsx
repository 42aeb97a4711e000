import { formatLabel } from '../ui/format.ts';
import { KeyedSelect } from '../ui/keyed-select.tsx';
import { changeNow } from './change-now.ts';

const STATUS_NOTICE_MS = 3000;

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
  <KeyedSelect
    keyName="status"
    title="Set Status"
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
