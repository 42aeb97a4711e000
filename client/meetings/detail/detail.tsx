import type { Meeting } from '../../../schema/tables/meetings.ts';
import { canceledInWords, isHeld } from '../../../sync/meetings/canceled.ts';
import { canManage } from '../../../sync/meetings/entity.ts';
import { useUser } from '../../device/session.ts';
import { Flash } from '../../screens/notice-alert.tsx';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { TwoColumns } from '../../screens/two-columns.tsx';
import { useWaiting, WaitingMark } from '../../screens/waiting.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { AgendaCard } from '../agenda/agenda-card.tsx';
import { KIND_LABELS, LOADER } from '../model.ts';
import { MeetingBadge } from '../parts.tsx';
import { useHoaTime } from '../time.ts';
import { BoardActions, CalendarButton } from './detail-actions.tsx';
import { DetailsCard } from './details-card.tsx';
import { BoardMain, BoardSide, ResidentMain, ResidentSide } from './panels.tsx';

/** /meetings/:id: for the board all that prepares and follows a meeting, for residents what they may know of it. */
const MeetingDetail = () => <RecordLoader {...LOADER}>{(meeting) => <Detail meeting={meeting} />}</RecordLoader>;

export default MeetingDetail;

const Detail = ({ meeting }: { meeting: Meeting }) => {
  const board = canManage(useUser());
  return (
    <>
      <Breadcrumb entries={[LOADER.list, { label: meeting.title }]} />
      <Header meeting={meeting} board={board} />
      <Flash />
      {meeting.status === 'canceled' && <Canceled meeting={meeting} />}
      <TwoColumns
        wide
        side={
          <>
            <DetailsCard meeting={meeting} board={board} />
            {board ? <BoardSide meeting={meeting} /> : <ResidentSide meeting={meeting} />}
          </>
        }
      >
        <AgendaCard meeting={meeting} />
        {board ? <BoardMain meeting={meeting} /> : <ResidentMain meeting={meeting} />}
      </TwoColumns>
    </>
  );
};

const Header = ({ meeting, board }: { meeting: Meeting; board: boolean }) => {
  const time = useHoaTime();
  const waiting = useWaiting().get(meeting.id);
  return (
    <PageHeader
      title={meeting.title}
      subtitle={
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          <MeetingBadge meeting={meeting} />
          <span className="num">
            {KIND_LABELS[meeting.kind] !== meeting.title && `${KIND_LABELS[meeting.kind]} · `}
            {time.long(meeting.starts_at)}
          </span>
          <WaitingMark item={waiting} />
        </span>
      }
      actions={board ? <BoardActions meeting={meeting} /> : <CalendarButton meeting={meeting} />}
    />
  );
};

const Canceled = ({ meeting }: { meeting: Meeting }) => {
  const { zone } = useHoaTime();
  const wasHeld = isHeld(meeting);
  return (
    <Alert tone={wasHeld ? 'info' : 'error'} title={wasHeld ? '' : 'This meeting was canceled.'}>
      {canceledInWords(meeting, zone)}
      {meeting.cancel_reason && <p>{meeting.cancel_reason}</p>}
    </Alert>
  );
};
