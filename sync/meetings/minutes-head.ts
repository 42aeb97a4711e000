import type { MeetingFact } from '../../schema/tables/meetings.ts';
import type { MeetingBooks, Session } from './books.ts';
import { canceledInWords, isHeldThoughCanceled } from './canceled.ts';
import { timeInWords } from './local-time.ts';
import { attendanceLines } from './minutes-attendance.ts';
import { clockInWords, type MinutesForm, sentence } from './minutes-words.ts';

export type HeadContext = {
  time_zone: string;
  /** The name of a user; null where it is not known. */
  nameOf(user_id: string): string | null;
  /** When the notice was sent, ISO 8601. */
  notice_sent_at?: string | null | undefined;
};

/** Which meeting it was, where, its notice, officers, call to order and attendance. */
export const headLines = (books: MeetingBooks, context: HeadContext, session: Session, form: MinutesForm): string[] => {
  const { meeting } = books;
  const { time_zone, nameOf } = context;
  const officer = (word: string, id: string | null) => (id && nameOf(id) ? [`${word}: ${nameOf(id)}.`] : []);
  const place = meeting.place ? ` at ${meeting.place}` : '';
  const remote = meeting.remote_link ? (meeting.place ? ' and remotely' : ' remotely') : '';
  const called = session.opened_at ? [`Called to order at ${clockInWords(time_zone, session.opened_at)}.`] : [];
  return [
    `${meeting.title}, ${timeInWords(time_zone, meeting.starts_at)}${place}${remote}.`,
    ...(isHeldThoughCanceled(meeting) ? [canceledInWords(meeting, time_zone) ?? ''].filter(Boolean) : []),
    ...(meeting.purpose ? [sentence(`Purpose: ${meeting.purpose}`)] : []),
    ...noticeLines(books, context),
    ...[...officer('Chair', meeting.chair_id), ...officer('Secretary', meeting.secretary_id)],
    ...called,
    ...alsoLines(context, session, form),
    ...attendanceLines(books, time_zone, session, form),
  ];
};

const HOUR_MS = 3_600_000;

const noticeLines = ({ meeting }: MeetingBooks, { notice_sent_at }: HeadContext): string[] => {
  if (!notice_sent_at) return meeting.noticed ? ['Notice of the meeting was sent.'] : [];
  const hours = Math.max(0, Math.floor((Date.parse(meeting.starts_at) - Date.parse(notice_sent_at)) / HOUR_MS));
  return [
    sentence(
      `Notice was sent ${hours} hours before the meeting${meeting.notice_reason ? `: ${meeting.notice_reason}` : ''}`,
    ),
  ];
};

/** What a second device recorded as well; for the board alone. */
const alsoLines = ({ time_zone }: HeadContext, { also }: Session, form: MinutesForm): string[] =>
  form === 'board'
    ? also.map(
        ({ kind, at, desk }) => `${ALSO[kind] ?? 'Also'} also recorded at ${clockInWords(time_zone, at)} (${desk}).`,
      )
    : [];

const ALSO: Partial<Record<MeetingFact['kind'], string>> = {
  called_to_order: 'The call to order was',
  adjourned: 'The adjournment was',
  recess: 'A recess was',
  resumed: 'The end of a recess was',
  executive_started: 'The start of an executive session was',
  executive_ended: 'The end of an executive session was',
};
