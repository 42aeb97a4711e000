import type { ReactNode } from 'react';
import { REQUEST_STATUSES, type RequestStatus } from '../../schema/requests.ts';
import type { Request } from '../../schema/tables/requests.ts';
import { canManage } from '../../sync/requests.ts';
import { RecordActivity } from '../activity/of-record.tsx';
import { STATUS_NOTICE_MS, StatusSelect, useStatusChange } from '../forms/status-select.tsx';
import { Attachment, useAttachment } from '../screens/attachment.tsx';
import { ActivityHistory } from '../screens/history.tsx';
import { NoticeAlert } from '../screens/notice.tsx';
import { PersonName, usePeople } from '../screens/people.tsx';
import { useWaiting, WaitingMark } from '../screens/waiting.tsx';
import { useUser } from '../session.ts';
import { save } from '../store.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { formatDate, formatLabel } from '../ui/format.ts';
import { PageHeader } from '../ui/page.tsx';

const TONES: Record<RequestStatus, Tone> = {
  open: 'blue',
  in_progress: 'violet',
  awaiting_info: 'warn',
  resolved: 'ok',
  closed: 'neutral',
  rejected: 'bad',
};

export const StatusBadge = ({ status }: { status: RequestStatus }) => (
  <Badge tone={TONES[status]}>{formatLabel(status)}</Badge>
);

export const RequestHeader = ({
  request,
  documentTitle = request.title,
  actions,
}: {
  request: Request;
  documentTitle?: string;
  actions?: ReactNode;
}) => {
  const board = canManage(useUser());
  const { change, notice, dismiss } = useStatusChange(request.status, (status) =>
    save('updateRequest', { id: request.id, status }),
  );
  return (
    <>
      <PageHeader
        title={request.title}
        documentTitle={documentTitle}
        subtitle={<Subtitle request={request} board={board} />}
        actions={
          <>
            {board && <StatusSelect status={request.status} statuses={REQUEST_STATUSES} onChange={change} />}
            {actions}
          </>
        }
      />
      <NoticeAlert notice={notice} onClose={dismiss} clearAfter_ms={STATUS_NOTICE_MS} />
    </>
  );
};

const Subtitle = ({ request, board }: { request: Request; board: boolean }) => {
  const people = usePeople();
  const waiting = useWaiting().get(request.id);
  const by = board && people.name(request.user_id);
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
      <StatusBadge status={request.status} />
      <span>
        {request.category} · opened {by && `by ${by}, `}
        <span className="num">{formatDate(request.created_at)}</span>
      </span>
      <WaitingMark item={waiting} />
    </span>
  );
};

export const RequestSide = ({ request }: { request: Request }) => (
  <>
    <RequestFacts request={request} />
    <ActivityHistory history={request.history} />
    <RecordActivity id={request.id} />
  </>
);

const RequestFacts = ({ request }: { request: Request }) => {
  const board = canManage(useUser());
  const people = usePeople();
  const attachment = useAttachment(request);
  const deadline = request.resolution_deadline ? formatDate(request.resolution_deadline) : 'Not set';
  const boardFacts = [
    ['Submitted By', <PersonName key="by" name={people.name(request.user_id)} email={people.email(request.user_id)} />],
    ['Address', people.address(request)],
    ['Assigned To', people.name(request.assigned_to) || 'Nobody yet'],
  ] as const;
  const facts = [
    ['Created', formatDate(request.created_at)],
    ['Resolution deadline', deadline],
    ['Attachment', attachment && <Attachment key="attachment" feature="requests" file={attachment} />],
  ] as const;
  return (
    <Card className="num">
      <Facts entries={board ? [...boardFacts, ...facts] : facts} />
    </Card>
  );
};
