import { DoorOpen, Printer, ScanLine } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { canceledInWords } from '../../../sync/meetings/canceled.ts';
import { outInWords } from '../../../sync/meetings/desks.ts';
import { isTimeImplausible } from '../../../sync/meetings/facts/fact-time.ts';
import { canRecord } from '../../../sync/meetings/rights.ts';
import { useUser } from '../../device/session.ts';
import { useOnline, useSync } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { paths } from '../../paths.ts';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { useEver } from '../../ui/frozen.ts';
import { EmptyState, SkeletonRows } from '../../ui/list.tsx';
import { lazyPart, usePreload } from '../../ui/on-demand.ts';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Announcer } from '../announcer.tsx';
import { useMeetingBooks } from '../books.ts';
import { trueNow, useClock } from '../clock.ts';
import { deskOf, deviceId, useDesk } from '../desk-name.ts';
import { useDesksOut } from '../desks-out.ts';
import { LOADER } from '../model.ts';
import { closing, lastDeskFact } from '../own-desk.ts';
import { recordFacts } from '../record.ts';
import { QuorumLight } from '../room/quorum-light.tsx';
import { useZone } from '../time.ts';
import { useWakeLock } from '../wake-lock.ts';
import { CheckInPanel } from './check-in-panel.tsx';
import { DeskName } from './desk-name-field.tsx';
import { PaperTimes, usePaperTime } from './paper-times.tsx';
import { type Ticks, useTicks } from './ticks.ts';

const CountingPanel = lazyPart(() => import('./counting-panel.tsx'));
const ScanDialog = lazyPart(() => import('./scan-dialog.tsx'));
const PRELOADED = [CountingPanel, ScanDialog];

/** /meetings/:id/desk */
const DeskScreen = () => <RecordLoader {...LOADER}>{(meeting) => <DeskOf meeting={meeting} />}</RecordLoader>;

export default DeskScreen;

const DeskOf = ({ meeting }: { meeting: Meeting }) => {
  const { books, complete } = useMeetingBooks(meeting.id);
  return (
    <>
      <Breadcrumb
        entries={[LOADER.list, { label: meeting.title, href: paths.meeting(meeting.id) }, { label: 'Check-In Desk' }]}
      />
      {books && complete ? <Desk books={books} /> : <SkeletonRows rows={8} />}
    </>
  );
};

const Desk = ({ books }: { books: MeetingBooks }) => {
  const { meeting, roll } = books;
  const [isScanning, setScanning] = useState(false);
  const wasScanning = useEver(isScanning);
  const zone = useZone();
  const paper = usePaperTime(meeting);
  const ticks = useTicks(books, paper.at);
  const opening = useOpening(books);
  useWakeLock();
  usePreload(PRELOADED);
  return (
    <>
      <PageHeader
        title="Check-In Desk"
        documentTitle={`Check-In Desk: ${meeting.title}`}
        subtitle={<DeskName meeting_id={meeting.id} />}
        actions={<Actions id={meeting.id} opening={opening} onScan={() => setScanning(true)} />}
      />
      {meeting.status === 'canceled' && (
        <Alert tone="info">{canceledInWords(meeting, zone) ?? 'This meeting was canceled.'}</Alert>
      )}
      {opening.isClosed && <Closed />}
      {roll.length === 0 ? (
        <NoRoll meeting={meeting} />
      ) : (
        <>
          <Quorum books={books} />
          <ErrorAlert message={ticks.failure} onClose={ticks.dismiss} />
          <Panels books={books} ticks={ticks} paper={paper} />
          {wasScanning && (
            <ScanDialog books={books} ticks={ticks} open={isScanning} onClose={() => setScanning(false)} />
          )}
        </>
      )}
      <Announcer />
    </>
  );
};

type ActionProps = { id: string; opening: ReturnType<typeof useOpening>; onScan: () => void };

const Actions = ({ id, opening, onScan }: ActionProps) => (
  <>
    <Button icon={ScanLine} onClick={onScan}>
      Scan Code
    </Button>
    {opening.isOpen && <Button onClick={opening.close}>Close Desk</Button>}
    <LinkButton icon={DoorOpen} href={paths.meetingRoom(id)}>
      Room
    </LinkButton>
    <LinkButton icon={Printer} href={paths.meetingPrint(id, 'sign-in')} className="max-md:hidden">
      Print
    </LinkButton>
  </>
);

type PanelProps = { books: MeetingBooks; ticks: Ticks; paper: ReturnType<typeof usePaperTime> };

const Panels = ({ books, ticks, paper }: PanelProps) => {
  const [tab, setTab] = useState(0);
  const checkIn = (
    <CheckInPanel books={books} ticks={ticks}>
      <PaperTimes paper={paper} />
    </CheckInPanel>
  );
  return (
    <Tabs
      label="Desk"
      selected={tab}
      onSelect={setTab}
      tabs={[
        { label: 'Check-In', panel: checkIn },
        { label: 'Counting', panel: <CountingPanel books={books} ticks={ticks} /> },
      ]}
    />
  );
};

const Closed = () => {
  const online = useOnline();
  return (
    <Alert tone="success">
      This desk is closed. Its entries {online ? 'are in the record' : 'will be sent when this device is back online'}.
      Recording anything reopens it.
    </Alert>
  );
};

const LOADING = 'This device is still loading the meeting. Its numbers are not complete yet.';

const Quorum = ({ books }: { books: MeetingBooks }) => {
  const online = useOnline();
  const clock = useClock();
  const isLoading = useSync().phase !== 'ready';
  const out = useDesksOut(books);
  const device = online ? null : outInWords(out, online, clock);
  return <QuorumLight quorum={books.quorum} note={isLoading ? LOADING : device} />;
};

const NoRoll = ({ meeting }: { meeting: Meeting }) => (
  <EmptyState
    icon={DoorOpen}
    title="The roll is not frozen yet."
    hint="The desk checks in the units on the meeting’s roll."
  >
    <LinkButton variant="primary" href={paths.meeting(meeting.id)}>
      Open Meeting
    </LinkButton>
  </EmptyState>
);

/** Records that this device is a desk, once it is shown on the day of the meeting and again under another name, so that
 * the record waits for it; `close` says that nothing more comes from here. */
const useOpening = (books: MeetingBooks) => {
  const { meeting, roll } = books;
  const { id } = meeting;
  const user = useUser();
  const name = useDesk(id);
  const last = lastDeskFact(books);
  const open = useEffectEvent(() => {
    const at = trueNow();
    const fact = { kind: 'desk_opened' as const, at, recorded_at: at };
    const isDay = meeting.status === 'scheduled' && !meeting.adjourned_at && !isTimeImplausible(fact, meeting);
    if (!isDay || !canRecord(user, meeting, at)) return;
    if (last?.kind === 'desk_opened' && last.desk === deskOf(id)) return;
    void recordFacts(id, [{ kind: 'desk_opened', data: { device: deviceId() } }]);
  });
  const hasRoll = roll.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name opens it again
  useEffect(() => {
    if (hasRoll) open();
  }, [hasRoll, name]);
  return {
    isOpen: last?.kind === 'desk_opened',
    isClosed: last?.kind === 'desk_closed',
    close: () => void recordFacts(id, [closing(id)]),
  };
};
