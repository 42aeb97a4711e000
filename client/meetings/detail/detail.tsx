import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { canceledInWords, isHeld } from '../../../sync/meetings/canceled.ts';
import { canManage } from '../../../sync/meetings/entity.ts';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { Flash } from '../../screens/notice-alert.tsx';
import { usePeople } from '../../screens/people.tsx';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { TwoColumns } from '../../screens/two-columns.tsx';
import { useWaiting, WaitingMark } from '../../screens/waiting.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { formatDate } from '../../ui/format.ts';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { AgendaCard } from '../agenda/agenda-card.tsx';
import { PublishedMinutes } from '../minutes/published-minutes.tsx';
import { isBoardMeeting, KIND_LABELS, LOADER } from '../model.ts';
import { MeetingBadge } from '../parts.tsx';
import { useHoaTime } from '../time.ts';
import { BoardActions, CalendarButton } from './detail-actions.tsx';

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

/** When, where and who. */
const DetailsCard = ({ meeting, board }: { meeting: Meeting; board: boolean }) => {
  const time = useHoaTime();
  const people = usePeople();
  const [later] = useRows('meeting').by('adjourned_from', meeting.id);
  const desks = (meeting.desk_ids ?? []).map((id) => people.name(id)).filter(Boolean);
  return (
    <Card title="Details">
      <Facts
        entries={[
          [
            'When',
            <span key="when" className="num">
              {time.long(meeting.starts_at)}
            </span>,
          ],
          ['Ends', meeting.ends_at && <span className="num">{time.short(meeting.ends_at)}</span>],
          ['Where', meeting.place],
          ['Online', meeting.remote_link && <Remote href={meeting.remote_link} />],
          ['Purpose', meeting.purpose],
          ['Chair', board && people.name(meeting.chair_id)],
          ['Secretary', board && people.name(meeting.secretary_id)],
          ['Desk team', board && desks.join(', ')],
          ['Record date', board && meeting.record_date && formatDate(meeting.record_date)],
          ['Executive', board && meeting.executive_only && 'Residents never see this meeting'],
          ['In executive session', meeting.exec_summary],
          ['Continues', board && meeting.adjourned_from && <Earlier id={meeting.adjourned_from} />],
          ['Continued by', board && later && <MeetingLink key="later" meeting={later} />],
        ]}
      />
    </Card>
  );
};

const Remote = ({ href }: { href: string }) =>
  /^https?:/i.test(href) ? (
    <a href={href} target="_blank" rel="noreferrer" className="text-pine-text hover:underline">
      Join online
    </a>
  ) : (
    href
  );

const Earlier = ({ id }: { id: string }) => {
  const earlier = useRows('meeting').get(id);
  return earlier ? <MeetingLink meeting={earlier} /> : 'An earlier meeting';
};

const MeetingLink = ({ meeting: { id, title, starts_at } }: { meeting: Meeting }) => {
  const time = useHoaTime();
  return (
    <Link href={paths.meeting(id)} className="num text-pine-text hover:underline">
      {title}, {time.short(starts_at)}
    </Link>
  );
};

const Roll = lazy(() => import('../roll/roll.tsx'));
const AfterMeeting = lazy(() => import('./after-meeting.tsx').then((module) => ({ default: module.AfterMeeting })));
const NoticePanel = lazy(() => import('../notice/panel.tsx').then((module) => ({ default: module.NoticePanel })));
const ProxiesPanel = lazy(() => import('../proxies/panel.tsx').then((module) => ({ default: module.ProxiesPanel })));
const OwnProxy = lazy(() => import('../proxies/own.tsx').then((module) => ({ default: module.OwnProxy })));
const GetReady = lazy(() => import('./get-ready.tsx'));
const MeetingFilePanel = lazy(() => import('../file/meeting-file.tsx'));
const OwnCode = lazy(() => import('../desk/own-code.tsx').then((module) => ({ default: module.OwnCode })));

type Props = { meeting: Meeting };

/** Under the agenda, for the board. */
const BoardMain = ({ meeting }: Props) => (
  <Suspense>
    {meeting.status !== 'draft' && (
      <>
        <AfterMeeting meeting={meeting} />
        <ProxiesPanel meeting={meeting} />
        <Roll meeting={meeting} />
      </>
    )}
  </Suspense>
);

/** Beside the agenda, for the board. */
const BoardSide = ({ meeting }: Props) => {
  if (meeting.status === 'draft') return <DraftHint />;
  return (
    <Suspense>
      <NoticePanel meeting={meeting} />
      {meeting.status === 'scheduled' && !meeting.adjourned_at && <GetReady meeting={meeting} />}
      <MeetingFilePanel meeting={meeting} />
    </Suspense>
  );
};

const DraftHint = () => (
  <Card title="Draft">
    <p className="text-ink-2">
      Only the board sees a draft. Schedule the meeting to send its notice and freeze its roll.
    </p>
  </Card>
);

/** Under the agenda, for residents. */
const ResidentMain = ({ meeting }: Props) => <PublishedMinutes meeting={meeting} />;

/** Beside the agenda, for residents. */
const ResidentSide = ({ meeting }: Props) => {
  const hasRoll = useRows('rollUnit').by('meeting_id', meeting.id).length > 0;
  const isOver = meeting.status === 'canceled' || Boolean(meeting.adjourned_at);
  if (isOver || (isBoardMeeting(meeting) && !hasRoll)) return null;
  return (
    <Suspense>
      <OwnProxy meeting={meeting} />
      <OwnCode meeting_id={meeting.id} />
    </Suspense>
  );
};
