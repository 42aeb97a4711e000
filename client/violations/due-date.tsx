import type { Violation } from '../../schema/violations.ts';
import { isOverdue } from '../../sync/violations.ts';
import { useToday } from '../today.ts';
import { Alert } from '../ui/alert.tsx';
import { formatDate } from '../ui/format.ts';

type Due = Pick<Violation, 'due_date' | 'status'>;

/** The day a violation is to be settled by, and whether that has passed. */
export const DueDate = ({ violation }: { violation: Due }) => {
  const overdue = isOverdue(violation, useToday());
  return (
    <span className={overdue ? 'num font-medium text-red' : 'num'}>
      <span className="whitespace-nowrap">{formatDate(violation.due_date)}</span> {overdue && '(Overdue)'}
    </span>
  );
};

/** The red alert over an overdue violation. */
export const OverdueAlert = ({ violation }: { violation: Due }) =>
  isOverdue(violation, useToday()) && (
    <Alert tone="error">This violation is overdue. The due date was {formatDate(violation.due_date)}.</Alert>
  );
