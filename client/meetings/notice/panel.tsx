import { AlarmClock, CircleAlert, CircleCheck, Clock, Send } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { bodyOf } from '../../../schema/meetings.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { byPaper, hoursBefore, type NoticeState, noticeDue } from '../../../sync/meetings/notice/notice.ts';
import { useOnline } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { SENT_LATER } from '../../screens/waiting.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatPlural } from '../../ui/format.ts';
import { useHoaTime } from '../time.ts';
import { Certificate } from './certificate.tsx';
import { readersInWords, useNoticeAnnouncement, useNoticeProof, useNoticeState } from './model.ts';
import { PaperDialog } from './paper-dialog.tsx';
import { ReasonForm } from './reason-form.tsx';
import { SendDialog } from './send-dialog.tsx';
import type { ShownProof } from './shown.ts';

type Props = { meeting: Meeting };

/** The notice for the board: its due date, sending it, and the units that it reached. */
export const NoticePanel = ({ meeting }: Props) => {
  const state = useNoticeState(meeting);
  const announcement = useNoticeAnnouncement(meeting);
  const [isSending, setSending] = useState(false);
  const isUnsent = ['not_due', 'soon', 'overdue'].includes(state);
  const canSend = meeting.status === 'scheduled' && (isUnsent || state === 'outdated' || state === 'failed');
  return (
    <Card title="Notice">
      <div className="grid gap-3">
        <StateLine meeting={meeting} state={state} />
        {state === 'late' && !meeting.notice_reason && <ReasonForm meeting={meeting} />}
        {meeting.status === 'draft' && <p className="text-ink-2">Schedule the meeting before you send its notice.</p>}
        {canSend && (
          <span className="flex">
            <Button variant="primary" icon={Send} onClick={() => setSending(true)}>
              {state === 'outdated' ? 'Send a New Notice' : 'Send Notice'}
            </Button>
          </span>
        )}
        {(meeting.noticed || bodyOf(meeting.kind) === 'member') && meeting.status !== 'draft' && (
          <Proof meeting={meeting} />
        )}
        {announcement && (
          <Link href={paths.announcement(announcement.id)} className="text-good underline">
            Open the announcement
          </Link>
        )}
      </div>
      <SendDialog meeting={meeting} open={isSending} onClose={() => setSending(false)} />
    </Card>
  );
};

const LOOKS: Record<NoticeState, [icon: typeof Clock, className: string]> = {
  not_due: [Clock, 'text-ink'],
  soon: [AlarmClock, 'text-ochre font-semibold'],
  overdue: [CircleAlert, 'text-red font-semibold'],
  waiting: [Clock, 'text-amber'],
  sending: [Clock, 'text-ink'],
  failed: [CircleAlert, 'text-red'],
  sent: [CircleCheck, 'text-good'],
  late: [CircleAlert, 'text-ochre'],
  outdated: [CircleAlert, 'text-ochre font-semibold'],
  canceled: [Clock, 'text-ink-2'],
};

const StateLine = ({ meeting, state }: Props & { state: NoticeState }) => {
  const [Icon, className] = LOOKS[state];
  const words = useStateWords(meeting, state);
  return (
    <p data-notice={state} className={`flex items-start gap-2 ${className}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{words}</span>
    </p>
  );
};

const useStateWords = (meeting: Meeting, state: NoticeState): string => {
  const time = useHoaTime();
  const online = useOnline();
  const sent_at = useNoticeAnnouncement(meeting)?.sent_at;
  const due = noticeDue(meeting);
  const dueWords = due ? `Notice is due by ${time.short(due)}.` : 'This meeting needs no advance notice.';
  const hours = sent_at ? formatPlural(hoursBefore(meeting, sent_at), 'hour') : '';
  if (state === 'waiting' || (state === 'sending' && !online)) return `${SENT_LATER} ${due ? dueWords : ''}`.trim();
  const words: Record<NoticeState, string> = {
    not_due: dueWords,
    soon: `${dueWords} That is soon.`,
    overdue: due ? `Notice was due by ${time.short(due)}. A late notice needs a reason.` : 'The meeting has started.',
    waiting: '',
    sending: 'The notice is being sent.',
    failed: 'The notice did not reach anyone. Send it again.',
    sent: `Notice was sent ${sent_at ? time.short(sent_at) : ''}, ${hours} before the meeting.`,
    late: `Notice was sent ${hours} before the meeting: ${meeting.notice_reason ?? 'no reason given'}`,
    outdated: `The details have changed since the notice was sent. Send a new one. ${dueWords}`,
    canceled: meeting.cancel_announcement_id
      ? 'Everyone who got the notice was told that the meeting is canceled.'
      : 'No notice had been sent.',
  };
  return words[state];
};

const Proof = ({ meeting }: Props) => {
  const proof = useNoticeProof(meeting);
  return proof && <ShownProofOf meeting={meeting} proof={proof} />;
};

const ShownProofOf = ({ meeting, proof }: Props & { proof: ShownProof }) => {
  const time = useHoaTime();
  const [shown, setShown] = useState<'paper' | 'certificate' | null>(null);
  const { counts } = proof;
  const readers = readersInWords(proof, time);
  const paper = counts.mailed + counts.handed + counts.posted;
  const parts = [
    `${counts.email} by email`,
    paper > 0 && `${paper} on paper`,
    counts.read > 0 && `${counts.read} read in the app`,
    (counts.none > 0 || counts.unknown === 0) && `${counts.none} not reached`,
    counts.unknown > 0 && `${counts.unknown} not known yet`,
  ].filter(Boolean);
  return (
    <>
      <p className="num text-ink-2">
        {formatPlural(counts.total, meeting.executive_only ? 'director' : 'unit')}: {parts.join(', ')}
        {readers && <span className="block">{readers}</span>}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setShown('paper')}>By Paper ({byPaper(proof).length})</Button>
        <Button onClick={() => setShown('certificate')}>Certificate</Button>
      </div>
      <PaperDialog meeting={meeting} proof={proof} open={shown === 'paper'} onClose={() => setShown(null)} />
      <CertificateDialog
        meeting={meeting}
        proof={proof}
        open={shown === 'certificate'}
        onClose={() => setShown(null)}
      />
    </>
  );
};

type CertificateProps = { meeting: Meeting; proof: ShownProof; open: boolean; onClose: () => void };

const CertificateDialog = ({ meeting, proof, open, onClose }: CertificateProps) => (
  <Dialog open={open} onClose={onClose} title="Certificate of Notice">
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Certificate meeting={meeting} proof={proof} />
      <div className="flex justify-end">
        <LinkButton href={paths.meetingPrint(meeting.id, 'notice')}>Print</LinkButton>
      </div>
    </div>
  </Dialog>
);
