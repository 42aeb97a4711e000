import { clsx } from 'clsx';
import { Link } from 'wouter';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { canManage } from '../../../sync/meetings/entity.ts';
import { type NoticeState, noticeDue, noticeState } from '../../../sync/meetings/notice/notice.ts';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { isBoardMeeting, useMeetings, useMinute } from '../../meetings/model.ts';
import { useHoaTime } from '../../meetings/time.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { formatPlural } from '../../ui/format.ts';

/** The next meeting; for the board with the state of its notice and its proxies. Nothing where none is scheduled. */
const NextMeeting = () => {
  const { coming } = useMeetings();
  const board = canManage(useUser());
  const meeting = coming.find(({ status }) => status === 'scheduled');
  const time = useHoaTime();
  if (!meeting) return null;
  return (
    <Card
      title="Next Meeting"
      actions={
        <Link href={paths.meetings()} className="py-1 text-pine-text text-sm hover:underline max-md:py-3">
          All meetings
        </Link>
      }
    >
      <Link
        href={paths.meeting(meeting.id)}
        className="font-[560] text-ink [overflow-wrap:anywhere] hover:underline touch:-my-2.5 touch:inline-block touch:py-2.5"
      >
        {meeting.title}
      </Link>
      <p className="num text-ink-2">{time.long(meeting.starts_at)}</p>
      {meeting.place && <p className="text-ink-2 [overflow-wrap:anywhere]">{meeting.place}</p>}
      {board && <BoardLines meeting={meeting} />}
    </Card>
  );
};

export default NextMeeting;

const BoardLines = ({ meeting }: { meeting: Meeting }) => {
  const announcement = useRows('announcement').get(meeting.notice_announcement_id);
  const proxies = useRows('proxy').by('meeting_id', meeting.id);
  const time = useHoaTime();
  const due = noticeDue(meeting);
  const state = noticeState(meeting, announcement, useMinute());
  const active = proxies.filter(({ status }) => status === 'active').length;
  const isUnsent = state === 'not_due' || state === 'soon' || state === 'overdue';
  return (
    <div className="num grid gap-0.5 pt-1.5 text-sm">
      <p className={clsx(TONES[state] ?? 'text-ink-2')}>
        {isUnsent ? due && `Notice is due by ${time.short(due)}` : WORDS[state]}
      </p>
      {!isBoardMeeting(meeting) && <p className="text-ink-2">{formatPlural(active, 'proxy', 'proxies')} received</p>}
    </div>
  );
};

const TONES: Partial<Record<NoticeState, string>> = {
  soon: 'text-ochre',
  overdue: 'text-red',
  failed: 'text-red',
  late: 'text-ochre',
  outdated: 'text-ochre',
  sent: 'text-good',
};

const WORDS: Partial<Record<NoticeState, string>> = {
  waiting: 'Notice has not been sent',
  sending: 'Notice is being sent',
  failed: 'Notice could not be sent',
  sent: 'Notice sent',
  late: 'Notice was sent late',
  outdated: 'The meeting changed. Send a new notice.',
};
