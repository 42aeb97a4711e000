import { clsx } from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { useParams } from 'wouter';
import { CHOICES } from '../../../schema/meetings.ts';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { MEETING_NOT_FOUND } from '../../../sync/meetings/kinds.ts';
import { canRecord } from '../../../sync/meetings/rights.ts';
import { useUser } from '../../device/session.ts';
import { formatCount } from '../../ui/format.ts';
import { useDocumentTitle } from '../../ui/page.tsx';
import { RichTextLater } from '../../ui/rich-text-later.tsx';
import { useMeetingBooks } from '../books.ts';
import { trueNow } from '../clock.ts';
import { CHOICE_WORDS, STATUS_WORDS } from '../room-words.ts';
import { useWakeLock } from '../wake-lock.ts';
import { type Display, displayOf, followRoom, useHoaName } from './display.ts';
import { clockText, useTrueNow } from './model.ts';
import { quorumLabel } from './quorum-light.tsx';
import type { ShownTimer } from './timer.tsx';

const EXECUTIVE = 'Executive session. The meeting will resume shortly.';

/** /meetings/:id/screen: for the display in the room. It follows the meeting's tab of this browser, else what is stored. */
const RoomDisplay = () => {
  const { id = '' } = useParams<{ id: string }>();
  const { books, complete } = useMeetingBooks(id);
  const user = useUser();
  if (books && complete && canRecord(user, books.meeting, trueNow())) return <Followed key={id} books={books} />;
  return (
    <Frame title="Meeting">
      <p>{books || !complete ? 'Loading...' : MEETING_NOT_FOUND}</p>
    </Frame>
  );
};

export default RoomDisplay;

const Followed = ({ books }: { books: MeetingBooks }) => {
  const { id } = books.meeting;
  const session = books.session;
  const quorum = books.quorum;
  const [sent, setSent] = useState<Display | null>(null);
  useEffect(() => followRoom(id, setSent), [id]);
  useWakeLock();
  const display = sent ?? displayOf({ books, session, quorum }, null);
  return <Shown display={display} />;
};

const Shown = ({ display }: { display: Display }) => {
  const { title, executive, status, item, next, motion, totals, quorum, timer } = display;
  if (executive)
    return (
      <Frame title={title}>
        <p className="m-auto max-w-4xl text-center font-[640] text-[3rem] leading-tight">{EXECUTIVE}</p>
      </Frame>
    );
  return (
    <Frame
      title={title}
      aside={
        <>
          {timer && <TimerWords timer={timer} />}
          {quorum && <span className={QUORUM_TONES[quorum.light]}>{quorumLabel(quorum)}</span>}
        </>
      }
    >
      <div className="grid min-h-0 content-start gap-6 overflow-hidden">
        <p className="font-[660] text-[2.75rem] leading-tight tracking-[-0.02em] [overflow-wrap:anywhere]">
          {status === 'in_session' ? (item ?? STATUS_WORDS[status]) : STATUS_WORDS[status]}
        </p>
        {motion && status === 'in_session' && <Motion motion={motion} />}
        {totals && <Totals totals={totals} />}
      </div>
      {next && status !== 'adjourned' && (
        <p className="mt-auto border-line border-t pt-4 text-ink-2 [overflow-wrap:anywhere]">Next: {next}</p>
      )}
    </Frame>
  );
};

const Motion = ({ motion: { number, state, text } }: { motion: NonNullable<Display['motion']> }) => (
  <section aria-label={`Motion ${number}`} className="grid gap-3 border-pine border-l-8 pl-6">
    <p className="font-semibold text-ink-2">
      Motion {number}
      {state && `: ${state}`}
    </p>
    <RichTextLater html={text} className={text.length < 400 ? 'text-[2.25rem] leading-snug' : ''} />
  </section>
);

const Totals = ({ totals: { totals, contested, needed, of } }: { totals: NonNullable<Display['totals']> }) => (
  <p className="num flex flex-wrap items-baseline gap-x-10 gap-y-2">
    {CHOICES.map((choice) => (
      <span key={choice}>
        <b className="font-[660] text-[3.25rem]">{formatCount(totals[choice].units)}</b> {CHOICE_WORDS[choice]}
      </span>
    ))}
    {contested > 0 && <span>{contested} to be settled</span>}
    <span className="text-ink-2">
      {formatCount(needed)} of {formatCount(of)} needed
    </span>
  </p>
);

const QUORUM_TONES = { red: 'text-red', amber: 'text-ochre', green: 'text-good' } as const;

const TimerWords = ({ timer }: { timer: ShownTimer }) => {
  const now = useTrueNow(250, timer.running);
  const left = timer.left_ms - (timer.running ? Math.max(0, now - timer.at) : 0);
  return (
    <span className={clsx('num', left <= 0 && 'font-semibold text-red')}>
      {timer.label} {clockText(left)}
      {left <= 0 && ' Time is up'}
    </span>
  );
};

const Frame = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) => {
  const hoa = useHoaName();
  useDocumentTitle('Room display');
  return (
    <main className="flex h-dvh flex-col gap-6 overflow-hidden bg-paper px-10 py-7 text-[1.75rem] leading-snug">
      <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 border-line border-b pb-4">
        <h1 className="font-semibold text-ink-2">{[hoa, title].filter(Boolean).join(' · ')}</h1>
        <div className="flex flex-wrap gap-x-8 gap-y-1 font-semibold">{aside}</div>
      </header>
      {children}
    </main>
  );
};
