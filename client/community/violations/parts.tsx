import type { Violation } from '../../../schema/tables/violations.ts';
import type { ViolationStatus } from '../../../schema/violations.ts';
import { isOverdue } from '../../../sync/violations/entity.ts';
import { useToday } from '../../device/today.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { formatDate, formatLabel } from '../../ui/format.ts';

const TONES: Record<ViolationStatus, Tone> = {
  open: 'blue',
  under_review: 'violet',
  resolved: 'ok',
  escalated: 'bad',
  dismissed: 'neutral',
};

export const StatusBadge = ({ status }: { status: ViolationStatus }) => (
  <Badge tone={TONES[status]}>{formatLabel(status)}</Badge>
);

export type Due = Pick<Violation, 'due_date' | 'status'>;

export const DueDate = ({ violation }: { violation: Due }) => {
  const overdue = isOverdue(violation, useToday());
  return (
    <span className={overdue ? 'num font-medium text-red' : 'num'}>
      <span className="whitespace-nowrap">{formatDate(violation.due_date)}</span> {overdue && '(Overdue)'}
    </span>
  );
};
