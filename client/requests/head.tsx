import type { ReactNode } from 'react';
import { REQUEST_STATUSES, type Request } from '../../schema/requests.ts';
import { canManage } from '../../sync/requests.ts';
import { useStatusSelect } from '../forms/status-select.tsx';
import { usePeople } from '../screens/people.ts';
import { useWaiting } from '../screens/waiting.ts';
import { WaitingMark } from '../screens/waiting-mark.tsx';
import { useUser } from '../session.ts';
import { save } from '../store.ts';
import { formatDate } from '../ui/format.ts';
import { PageHeader } from '../ui/page.tsx';
import { StatusBadge } from './status.tsx';

/** The head of a request's screens: what it is and how it stands; the board changes the status here. */
export const RequestHead = ({
  request,
  documentTitle = request.title,
  actions,
}: {
  request: Request;
  documentTitle?: string;
  actions?: ReactNode;
}) => {
  const board = canManage(useUser());
  const { select, alert } = useStatusSelect(request.status, REQUEST_STATUSES, (status) =>
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
            {board && select}
            {actions}
          </>
        }
      />
      {alert}
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
