import { type ReactNode, useMemo, useState } from 'react';
import { useParams } from 'wouter';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { canceledInWords } from '../../../sync/meetings/canceled.ts';
import { outInWords } from '../../../sync/meetings/desks.ts';
import { MEETING_NOT_FOUND } from '../../../sync/meetings/kinds.ts';
import { canRecord } from '../../../sync/meetings/rights.ts';
import { useUser } from '../../device/session.ts';
import { useSync } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/list.tsx';
import { useHasSide } from '../../ui/media.ts';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Announcer } from '../announcer.tsx';
import { useMeetingBooks } from '../books.ts';
import { trueNow } from '../clock.ts';
import { useZone } from '../time.ts';
import { Agenda } from './agenda.tsx';
import { Attendance } from './attendance.tsx';
import { ContestedEntries, DesksOut } from './contested.tsx';
import { RoomContext, useRoom, useRoomOf } from './context.ts';
import { useSendDisplay } from './display.ts';
import { Item } from './item.tsx';
import { Log } from './log.tsx';
import { MotionList } from './motion-list.tsx';
import { Notes } from './notes.tsx';
import { QuorumLight } from './quorum-light.tsx';
import { SessionActions, SessionLine } from './session-actions.tsx';
import { Timer, useTimer } from './timer.tsx';

/** /meetings/:id/room: what the chair and the secretary work on during the meeting. */
const RoomScreen = () => {
  const { id = '' } = useParams<{ id: string }>();
  const { books, complete } = useMeetingBooks(id);
  const user = useUser();
  const { phase } = useSync();
  const isKnown = books && canRecord(user, books.meeting, trueNow());
  if (isKnown && complete) return <Loaded key={id} books={books} />;
  return (
    <>
      <Breadcrumb entries={[{ label: 'Meetings', href: paths.meetings() }, { label: 'Room' }]} />
      <PageHeader title="Meeting" />
      {isKnown || (!books && phase !== 'ready') ? (
        <SkeletonRows rows={5} />
      ) : (
        <>
          <Alert tone="error">{MEETING_NOT_FOUND}</Alert>
          <div>
            <LinkButton href={paths.meetings()}>Back to Meetings</LinkButton>
          </div>
        </>
      )}
    </>
  );
};

export default RoomScreen;

const Loaded = ({ books }: { books: MeetingBooks }) => {
  const { meeting } = books;
  const [failure, setFailure] = useState<string | null>(null);
  const own = useRoomOf(books, setFailure);
  const timer = useTimer(own);
  const showItem = useSendDisplay(own, timer.shown);
  const room = useMemo(() => ({ ...own, showItem, failure }), [own, showItem, failure]);
  return (
    <RoomContext value={room}>
      <Breadcrumb
        entries={[
          { label: 'Meetings', href: paths.meetings() },
          { label: meeting.title, href: paths.meeting(meeting.id) },
          { label: 'Room' },
        ]}
      />
      <PageHeader title={meeting.title} documentTitle={`Room: ${meeting.title}`} actions={<SessionActions />} />
      <SessionLine />
      <DesksOut />
      <Announcer />
      {failure && (
        <Alert tone="error" onClose={() => setFailure(null)}>
          {failure}
        </Alert>
      )}
      {meeting.status !== 'scheduled' && <NotScheduled meeting={meeting} />}
      <ContestedEntries />
      <Panes timer={own.session.status !== 'adjourned' && <Timer {...timer} />} />
    </RoomContext>
  );
};

const NotScheduled = ({ meeting }: Pick<MeetingBooks, 'meeting'>) => {
  const zone = useZone();
  return (
    <Alert tone="info">
      {meeting.status === 'draft'
        ? 'This meeting is a draft. Schedule it before it is called to order.'
        : `${canceledInWords(meeting, zone) ?? 'This meeting was canceled.'} Anything recorded here is kept.`}
    </Alert>
  );
};

/** Two panes from a tablet up, tabs on a phone. */
const Panes = ({ timer }: { timer: ReactNode }) => {
  if (!useHasSide()) return <PhoneTabs timer={timer} />;
  return (
    <div className="grid grid-cols-[17rem_minmax(0,1fr)] items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <RoomQuorum />
        {timer}
        <Agenda />
        <Attendance />
        <Log />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <Main />
        <Notes />
      </div>
    </div>
  );
};

const PhoneTabs = ({ timer }: { timer: ReactNode }) => {
  const [tab, setTab] = useState(0);
  return (
    <>
      <RoomQuorum />
      <Tabs
        label="Meeting"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { label: 'Item', panel: <Main /> },
          { label: 'Agenda', panel: [timer, <Agenda key="agenda" />] },
          { label: 'People', panel: [<Attendance key="attendance" />, <Log key="log" />] },
          { label: 'Minutes', panel: <Notes /> },
        ]}
      />
    </>
  );
};

/** After the meeting all of its motions: each may have to be settled or corrected. */
const Main = () => (useRoom().session.status === 'adjourned' ? <MotionList /> : <Item />);

const RoomQuorum = () => {
  const { quorum, desksOut, online, time } = useRoom();
  return <QuorumLight quorum={quorum} note={online ? null : outInWords(desksOut, false, time)} reachable />;
};
