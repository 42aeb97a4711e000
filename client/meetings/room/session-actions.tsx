import { Gavel, MonitorPlay, TabletSmartphone } from 'lucide-react';
import { useState } from 'react';
import type { SessionStatus } from '../../../sync/meetings/books.ts';
import { ofKind } from '../../../sync/meetings/facts/heads.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { announce } from '../announcer.tsx';
import { deviceId, nameRecord } from '../desk-name.ts';
import { isBoardMeeting } from '../model.ts';
import { STATUS_WORDS } from '../room-words.ts';
import { AdjournDialog } from './adjourn.tsx';
import { CallToOrderDialog, useCallToOrder } from './call-to-order.tsx';
import { useRoom } from './context.ts';

const TONES: Record<SessionStatus, Tone> = {
  not_started: 'neutral',
  in_session: 'ok',
  recess: 'warn',
  executive: 'violet',
  adjourned: 'neutral',
};

/** The state of the meeting and who holds its record. */
export const SessionLine = () => {
  const { session, time } = useRoom();
  const { status, opened_at, adjourned_at } = session;
  return (
    <div className="flex md:-mt-2 flex-wrap items-center gap-x-3 gap-y-1.5 text-ink-2">
      <Badge tone={TONES[status]}>{STATUS_WORDS[status]}</Badge>
      {opened_at && <span className="num">Called to order at {time(opened_at)}</span>}
      {adjourned_at && <span className="num">Adjourned at {time(adjourned_at)}</span>}
      <RecordHolder />
      <Taken />
    </div>
  );
};

const RecordHolder = () => {
  const { books, session, holdsRecord, record } = useRoom();
  const { recorder } = session;
  const take = () => {
    nameRecord(books.meeting.id);
    void record([{ kind: 'recorder_taken', data: { device: deviceId() } }]);
  };
  return (
    <span className="flex flex-wrap items-center gap-2">
      {recorder && (
        <span>
          Record: {recorder.by_name}, {recorder.desk}
        </span>
      )}
      {recorder && holdsRecord && <span className="text-ink-3">This device</span>}
      {!holdsRecord && (
        <Button size="small" onClick={take}>
          {recorder ? 'Take Over the Record' : 'Take the Record'}
        </Button>
      )}
    </span>
  );
};

/** Shown on the device that held the record before. */
const Taken = () => {
  const { books, session, holdsRecord, time } = useRoom();
  const { recorder } = session;
  const held = ofKind(books, 'recorder_taken').some(({ data }) => data.device === deviceId());
  if (!recorder || holdsRecord || !held) return null;
  return (
    <span className="basis-full">
      <Alert tone="info">
        {recorder.by_name} took over the record at {time(recorder.at)} on {recorder.desk}. Anything you type here is
        kept as a second version.
      </Alert>
    </span>
  );
};

/** Call to order, recess, executive session and adjournment, as far as they are possible now. */
export const SessionActions = () => {
  const { meeting } = useRoom().books;
  const [adjourning, setAdjourning] = useState(false);
  return (
    <>
      {!isBoardMeeting(meeting) && (
        <LinkButton icon={TabletSmartphone} href={paths.meetingDesk(meeting.id)}>
          Check-In
        </LinkButton>
      )}
      <LinkButton icon={MonitorPlay} href={paths.meetingScreen(meeting.id)} target="_blank" className="max-md:hidden">
        Room Display
      </LinkButton>
      <NextActions onAdjourn={() => setAdjourning(true)} />
      {adjourning && <AdjournDialog onClose={() => setAdjourning(false)} />}
    </>
  );
};

const NextActions = ({ onAdjourn }: { onAdjourn: () => void }) => {
  const { session, record } = useRoom();
  const mark = (kind: 'recess' | 'resumed' | 'executive_started' | 'executive_ended', words: string) =>
    void record([{ kind, data: {} }]).then((done) => done && announce(words));
  switch (session.status) {
    case 'not_started':
      return <CallToOrder />;
    case 'in_session':
      return (
        <>
          <Button onClick={() => mark('recess', 'Recess')}>Recess</Button>
          <Button onClick={() => mark('executive_started', 'Executive session')}>Executive Session</Button>
          <Button onClick={onAdjourn}>Adjourn</Button>
        </>
      );
    case 'recess':
      return (
        <Button variant="primary" onClick={() => mark('resumed', 'In session')}>
          Resume
        </Button>
      );
    case 'executive':
      return (
        <Button variant="primary" onClick={() => mark('executive_ended', 'In session')}>
          End Executive Session
        </Button>
      );
    case 'adjourned':
      return null;
  }
};

const CallToOrder = () => {
  const { books, session, quorum } = useRoom();
  const [calling, setCalling] = useState(false);
  const callToOrder = useCallToOrder();
  const call = () => {
    if (!session.recorder) nameRecord(books.meeting.id);
    if (quorum.met) void callToOrder();
    else setCalling(true);
  };
  return (
    <>
      <Button variant="primary" icon={Gavel} onClick={call}>
        Call to Order
      </Button>
      {calling && <CallToOrderDialog onClose={() => setCalling(false)} />}
    </>
  );
};
