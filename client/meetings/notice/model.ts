import { useMemo } from 'react';
import type { Entity } from '../../../schema/rows.ts';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import {
  type NoticeState,
  noticeState,
  noticeUnits,
  proofOf,
  type UnitProof,
} from '../../../sync/meetings/notice/notice.ts';
import { useAreComplete, useRows } from '../../device/store.ts';
import { formatDate } from '../../ui/format.ts';
import { useMinute } from '../model.ts';
import type { Zone } from '../time.ts';
import { useReaders } from './readers.ts';
import { type ShownProof, type ShownWay, withReaders } from './shown.ts';

/** The announcement of a meeting's notice; undefined before it was sent, or where this device does not hold it. */
export const useNoticeAnnouncement = ({ notice_announcement_id }: Meeting) =>
  useRows('announcement').get(notice_announcement_id);

export const useNoticeState = (meeting: Meeting): NoticeState => {
  const announcement = useNoticeAnnouncement(meeting);
  const now = useMinute();
  return noticeState(meeting, announcement, now);
};

/** The units that the notice reached, from the rows of this device and the readers that the server last named; undefined while the
 * rows are read. */
export const useNoticeProof = (meeting: Meeting): ShownProof | undefined => {
  const roll = useRows('rollUnit').by('meeting_id', meeting.id);
  const facts = useRows('meetingFact').by('meeting_id', meeting.id);
  const homes = useRows('address').all;
  const people = useRows('user').all;
  const accounts = useRows('account').all;
  const announcement = useNoticeAnnouncement(meeting);
  const recipients = useRows('announcementRecipients').get(meeting.notice_announcement_id)?.recipients;
  const readers = useReaders(meeting, announcement?.sent_at);
  const isComplete = useAreComplete(PROVING);
  return useMemo(() => {
    if (!isComplete) return;
    const units = noticeUnits(meeting, { roll, homes, people, accounts });
    const proof = proofOf({ units, announcement, recipients, facts, readerName: () => '' });
    return withReaders(proof, Boolean(announcement?.sent_at), readers);
  }, [meeting, roll, facts, homes, people, accounts, announcement, recipients, readers, isComplete]);
};
const PROVING: readonly Entity[] = ['rollUnit', 'meetingFact', 'address', 'user', 'account', 'announcementRecipients'];

/** The caveat of a proof that may be incomplete; '' where it is not. */
export const readersInWords = ({ readers }: ShownProof, time: Zone): string => {
  if (readers === 'current') return '';
  if (readers === 'unknown') return 'Connect to see who has read it in the app.';
  return `Read in the app as of ${time.short(readers.as_of)}.`;
};

export const WAY_LABELS: Record<ShownWay, string> = {
  email: 'Email',
  mailed: 'Mailed',
  handed: 'Hand-delivered',
  posted: 'Posted',
  read: 'Read in the app',
  none: 'Not reached',
  unknown: 'Not known yet',
};

/** The day of a paper, the time of everything else. */
export const whenOf = ({ at }: Pick<UnitProof, 'at'>, time: Zone): string => {
  if (at === null) return '';
  return at.length === 10 ? formatDate(at) : time.short(at);
};
