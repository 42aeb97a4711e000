import { lazy, Suspense } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { useRows } from '../../device/store.ts';
import { Card } from '../../ui/card.tsx';
import { PublishedMinutes } from '../minutes/published-minutes.tsx';
import { isBoardMeeting } from '../model.ts';

const Roll = lazy(() => import('../roll/roll.tsx'));
const MinutesPanel = lazy(() => import('../minutes/panel.tsx').then((module) => ({ default: module.MinutesPanel })));
const NoticePanel = lazy(() => import('../notice/panel.tsx').then((module) => ({ default: module.NoticePanel })));
const ProxiesPanel = lazy(() => import('../proxies/panel.tsx').then((module) => ({ default: module.ProxiesPanel })));
const OwnProxy = lazy(() => import('../proxies/own.tsx').then((module) => ({ default: module.OwnProxy })));
const GetReady = lazy(() => import('./get-ready.tsx'));
const MeetingFilePanel = lazy(() => import('../file/meeting-file.tsx'));
const OwnCode = lazy(() => import('../desk/own-code.tsx').then((module) => ({ default: module.OwnCode })));

type Props = { meeting: Meeting };

/** Under the agenda, for the board. */
export const BoardMain = ({ meeting }: Props) => (
  <Suspense>
    {meeting.status !== 'draft' && (
      <>
        <MinutesPanel meeting={meeting} />
        <ProxiesPanel meeting={meeting} />
        <Roll meeting={meeting} />
      </>
    )}
  </Suspense>
);

/** Beside the agenda, for the board. */
export const BoardSide = ({ meeting }: Props) => {
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
export const ResidentMain = ({ meeting }: Props) => <PublishedMinutes meeting={meeting} />;

/** Beside the agenda, for residents. */
export const ResidentSide = ({ meeting }: Props) => {
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
