import type { ReactNode } from 'react';
import { VIOLATION_STATUSES, type Violation } from '../../schema/violations.ts';
import { versionsOf } from '../../sync/edits.ts';
import { canManage, withNotes } from '../../sync/violations.ts';
import { useStatusSelect } from '../forms/status-select.tsx';
import { useWaiting } from '../screens/waiting.ts';
import { WaitingMark } from '../screens/waiting-mark.tsx';
import { useUser } from '../session.ts';
import { save } from '../store.ts';
import { PageHeader } from '../ui/page.tsx';
import { DueDate, OverdueAlert } from './due-date.tsx';
import { StatusBadge } from './status.tsx';

/** The head of a violation's screens: what it is, how it stands and by when it is to be settled; the board changes the
 * status here. */
export const ViolationHead = ({
  violation,
  documentTitle = violation.title,
  actions,
}: {
  violation: Violation;
  documentTitle?: string;
  actions?: ReactNode;
}) => {
  const { id, status, title } = violation;
  const board = canManage(useUser());
  const { select, alert } = useStatusSelect(status, VIOLATION_STATUSES, (next) =>
    save('setViolationStatus', { id, status: next, base: versionsOf(withNotes(violation), ['resolution_notes']) }),
  );
  return (
    <>
      <PageHeader
        title={title}
        documentTitle={documentTitle}
        subtitle={<Subtitle violation={violation} />}
        actions={
          <>
            {board && select}
            {actions}
          </>
        }
      />
      {alert}
      <OverdueAlert violation={violation} />
    </>
  );
};

const Subtitle = ({ violation }: { violation: Violation }) => {
  const waiting = useWaiting().get(violation.id);
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
      <StatusBadge status={violation.status} />
      <span>
        {violation.category} · due <DueDate violation={violation} />
      </span>
      <WaitingMark item={waiting} />
    </span>
  );
};
