import type { ReactNode } from 'react';
import { REQUEST_STATUSES } from '../../../schema/requests.ts';
import type { Request } from '../../../schema/tables/requests.ts';
import { canManage } from '../../../sync/requests/entity.ts';
import { FoldedActivity } from '../../account/activity/of-record.tsx';
import { useUser } from '../../device/session.ts';
import { save } from '../../device/store.ts';
import { changeNow } from '../../forms/change-now.ts';
import { StatusSelect } from '../../forms/status-select.tsx';
import { FoldedHistory } from '../../screens/history.tsx';
import { PersonName, usePeople } from '../../screens/people.tsx';
import { RecordHeader } from '../../screens/record-header.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { formatDate } from '../../ui/format.ts';
import { KeyedSelect } from '../../ui/keyed-select.tsx';
import { useHasSide } from '../../ui/media.ts';
import { StatusBadge } from './parts.tsx';
import { NOBODY, useAssignees } from './staff.ts';

type Props = { request: Request; documentTitle: string; actions: ReactNode };

export const RequestHeader = ({ request, ...header }: Props) => {
  const board = canManage(useUser());
  const people = usePeople();
  const by = board && people.name(request.user_id);
  return (
    <RecordHeader
      {...header}
      record={request}
      badge={<StatusBadge status={request.status} />}
      line={
        <>
          {request.category} · opened {by && `by ${by}, `}
          <span className="num">{formatDate(request.created_at)}</span>
        </>
      }
      status={board && <RequestStatusSelect request={request} />}
    />
  );
};

type RequestStatusSelectProps = { request: Request; isLabelHidden?: boolean };

const RequestStatusSelect = ({ request: { id, status }, isLabelHidden = false }: RequestStatusSelectProps) => (
  <StatusSelect
    isLabelHidden={isLabelHidden}
    status={status}
    statuses={REQUEST_STATUSES}
    write={(next) => save('updateRequest', { id, status: next })}
  />
);

export const RequestSide = ({ request, onAddNotes }: { request: Request; onAddNotes: (() => void) | null }) => (
  <>
    <RequestFacts request={request} onAddNotes={onAddNotes} />
    <FoldedHistory history={request.history} />
    <FoldedActivity id={request.id} />
  </>
);

const RequestFacts = ({ request, onAddNotes }: { request: Request; onAddNotes: (() => void) | null }) => {
  const board = canManage(useUser());
  const hasSide = useHasSide();
  const people = usePeople();
  const created = ['Created', formatDate(request.created_at)] as const;
  if (!board) {
    const deadline = request.resolution_deadline ? formatDate(request.resolution_deadline) : 'Not set';
    return (
      <Card className="num">
        <Facts entries={[created, ['Resolution deadline', deadline]]} />
      </Card>
    );
  }
  return (
    <Card className="num">
      <Facts
        entries={[
          ['Status', hasSide && <RequestStatusSelect key="status" isLabelHidden request={request} />],
          ['Assigned To', <AssigneeSelect key="assignee" request={request} />],
          ['Resolution deadline', <Deadline key="deadline" request={request} />],
          ['Submitted By', <Author key="by" user_id={request.user_id} />],
          ['Address', people.address(request)],
          created,
          ['Notes', !request.resolution_notes && onAddNotes && <AddNotes key="notes" onClick={onAddNotes} />],
        ]}
      />
    </Card>
  );
};

const Author = ({ user_id }: { user_id: string }) => {
  const people = usePeople();
  return <PersonName name={people.name(user_id)} email={people.email(user_id)} />;
};

const AddNotes = ({ onClick }: { onClick: () => void }) => (
  <Button size="small" onClick={onClick}>
    Add Notes
  </Button>
);

const AssigneeSelect = ({ request: { id, assigned_to } }: { request: Request }) => {
  const staff = useAssignees(assigned_to);
  const nameOf = (user_id: string) => staff.find(({ value }) => value === user_id)?.label;
  const write = (next: string) => save('updateRequest', { id, assigned_to: next || null });
  const change = (next: string) =>
    changeNow({
      write: () => write(next),
      undo: () => write(assigned_to ?? NOBODY),
      said: next ? `Assigned to ${nameOf(next)}` : 'Unassigned',
      fallback: 'Failed to assign the request',
    });
  return (
    <KeyedSelect
      keyName="assignee"
      title="Assign To"
      label="Assigned To"
      isLabelHidden
      value={assigned_to ?? NOBODY}
      onChange={(next) => next !== (assigned_to ?? NOBODY) && void change(next)}
      options={staff}
    />
  );
};

const Deadline = ({ request: { id, resolution_deadline } }: { request: Request }) => {
  const write = (next: string | null) => save('updateRequest', { id, resolution_deadline: next });
  const change = (next: string | null) =>
    changeNow({
      write: () => write(next),
      undo: () => write(resolution_deadline),
      said: next ? `Resolution deadline set to ${formatDate(next)}` : 'Resolution deadline removed',
      fallback: 'Failed to set the deadline',
    });
  return (
    <DatePicker
      value={dayOf(resolution_deadline)}
      onChange={change}
      placeholder="Not set"
      clear={{ label: 'Remove the deadline', run: () => void change(null) }}
    />
  );
};

/** Over REST a deadline may be an instant; here it is the viewer's day. */
const dayOf = (deadline: string | null): string =>
  !deadline || deadline.length === 10 ? (deadline ?? '') : new Date(deadline).toLocaleDateString('en-CA');
