import type { Violation } from '../../../schema/tables/violations.ts';
import { save } from '../../device/store.ts';
import { useToday } from '../../device/today.ts';
import { changeNow } from '../../forms/change-now.ts';
import { DatePicker } from '../../ui/date-picker.tsx';
import { formatDate } from '../../ui/format.ts';

const DueDatePicker = ({ violation: { id, due_date } }: { violation: Violation }) => {
  const today = useToday();
  const write = (next: string) => save('updateViolation', { id, due_date: next });
  const change = (next: string) =>
    next !== due_date &&
    changeNow({
      write: () => write(next),
      // A date that has passed cannot be set again.
      ...(due_date >= today && { undo: () => write(due_date) }),
      said: `Due date set to ${formatDate(next)}`,
      fallback: 'Failed to set the due date',
    });
  return <DatePicker value={due_date} onChange={(next) => void change(next)} min={today} placeholder="Not set" />;
};

export default DueDatePicker;
