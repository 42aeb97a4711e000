import { lazy, type ReactNode, Suspense } from 'react';
import type { Violation } from '../../../schema/tables/violations.ts';
import { VIOLATION_STATUSES } from '../../../schema/violations.ts';
import { versionsOf } from '../../../sync/versions.ts';
import { canManage, isOverdue, withNotes } from '../../../sync/violations/entity.ts';
import { FoldedActivity } from '../../account/activity/of-record.tsx';
import { useUser } from '../../device/session.ts';
import { save } from '../../device/store.ts';
import { useToday } from '../../device/today.ts';
import { StatusSelect } from '../../forms/status-select.tsx';
import { FoldedHistory } from '../../screens/history.tsx';
import { PersonName, usePeople } from '../../screens/people.tsx';
import { RecordHeader } from '../../screens/record-header.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { formatDate } from '../../ui/format.ts';
import { useHasSide } from '../../ui/media.ts';
import { putBackStatus } from './model.ts';
import { type Due, DueDate, StatusBadge } from './parts.tsx';

/** Residents must not load a calendar. */
const DueDatePicker = lazy(() => import('./due-date-picker.tsx'));

const OverdueAlert = ({ violation }: { violation: Due }) =>
  isOverdue(violation, useToday()) && (
    <Alert tone="error">This violation is overdue. The due date was {formatDate(violation.due_date)}.</Alert>
  );

type Props = { violation: Violation; documentTitle: string; actions: ReactNode };

export const ViolationHeader = ({ violation, ...header }: Props) => (
  <>
    <RecordHeader
      {...header}
      record={violation}
      badge={<StatusBadge status={violation.status} />}
      line={
        <>
          {violation.category} · due <DueDate violation={violation} />
        </>
      }
      status={canManage(useUser()) && <ViolationStatusSelect violation={violation} />}
    />
    <OverdueAlert violation={violation} />
  </>
);

type ViolationStatusSelectProps = { violation: Violation; isLabelHidden?: boolean };

const ViolationStatusSelect = ({ violation, isLabelHidden = false }: ViolationStatusSelectProps) => {
  const { id, status } = violation;
  return (
    <StatusSelect
      isLabelHidden={isLabelHidden}
      status={status}
      statuses={VIOLATION_STATUSES}
      write={(next) =>
        save('setViolationStatus', { id, status: next, base: versionsOf(withNotes(violation), ['resolution_notes']) })
      }
      undo={() => putBackStatus(violation)}
    />
  );
};

export const ViolationSide = ({ violation }: { violation: Violation }) => (
  <>
    <ViolationFacts violation={violation} />
    <Resident violation={violation} />
    <Card title="Issued By">
      <PersonName name={violation.issued_by_name} email={violation.issued_by_email} />
    </Card>
    <FoldedHistory history={violation.history} />
    <FoldedActivity id={violation.id} />
  </>
);

const ViolationFacts = ({ violation }: { violation: Violation }) => {
  const hasSide = useHasSide();
  const isStaff = canManage(useUser());
  return (
    <Card className="num">
      <Facts
        entries={[
          ['Status', isStaff && hasSide && <ViolationStatusSelect key="status" isLabelHidden violation={violation} />],
          ['Category', violation.category],
          [
            'Due date',
            <Suspense key="due" fallback={<DueDate violation={violation} />}>
              {isStaff ? <DueDatePicker violation={violation} /> : <DueDate violation={violation} />}
            </Suspense>,
          ],
          ['Created', formatDate(violation.created_at)],
        ]}
      />
    </Card>
  );
};

const Resident = ({ violation }: { violation: Violation }) => {
  const people = usePeople();
  const address = people.address(violation);
  return (
    <Card title="Resident">
      <PersonName name={people.name(violation.user_id)} email={people.email(violation.user_id)} />
      {address && <span className="mt-1.5 block text-ink-2">{address}</span>}
    </Card>
  );
};
