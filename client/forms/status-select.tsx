import { messageOf } from '../http.ts';
import { useNotice } from '../screens/notice.tsx';
import { formatLabel } from '../ui/format.ts';
import { Select } from '../ui/select.tsx';

export const STATUS_NOTICE_MS = 3000;

/** Changes the status of a record by `write`; `notice` says how the last change went, for a NoticeAlert. */
export const useStatusChange = <Status extends string>(status: Status, write: (next: Status) => Promise<void>) => {
  const { notice, notify, dismiss } = useNotice();
  const change = async (next: Status) => {
    if (next === status) return;
    await write(next).then(
      () => notify(`Status updated to ${next.replaceAll('_', ' ')}`),
      (error) => notify(messageOf(error, 'Failed to update status'), 'error'),
    );
  };
  return { change, notice, dismiss };
};

export const StatusSelect = <Status extends string>({
  status,
  statuses,
  onChange,
}: {
  status: Status;
  statuses: readonly Status[];
  onChange: (next: Status) => void;
}) => (
  <Select
    label="Status"
    value={status}
    onChange={onChange}
    options={statuses.map((value) => ({ value, label: formatLabel(value) }))}
  />
);
