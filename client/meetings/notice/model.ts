import { useEffect, useMemo, useState } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import {
  type NoticeProof,
  type NoticeState,
  type NoticeWay,
  noticeState,
  noticeUnits,
  proofOf,
  type UnitProof,
} from '../../../sync/meetings/notice.ts';
import { api } from '../../api.ts';
import { useOnline, useRows } from '../../store.ts';
import { formatDate } from '../../ui/format.ts';
import { useMinute } from '../model.ts';
import type { Zone } from '../time.ts';

/** The announcement of a meeting's notice; undefined before it was sent, or where this device does not hold it. */
export const useNoticeAnnouncement = ({ notice_announcement_id }: Meeting) =>
  useRows('announcement').get(notice_announcement_id);

export const useNoticeState = (meeting: Meeting): NoticeState => {
  const announcement = useNoticeAnnouncement(meeting);
  const now = useMinute();
  return noticeState(meeting, announcement, now);
};

/** Whom the notice reached, from the rows of this device; who read it in the app is added where there is a connection. */
export const useNoticeProof = (meeting: Meeting): NoticeProof => {
  const roll = useRows('rollUnit').by('meeting_id', meeting.id);
  const facts = useRows('meetingFact').by('meeting_id', meeting.id);
  const homes = useRows('address').all;
  const people = useRows('user').all;
  const accounts = useRows('account').all;
  const announcement = useNoticeAnnouncement(meeting);
  const recipients = useRows('announcementRecipients').get(meeting.notice_announcement_id)?.recipients;
  const readers = useReaders(meeting);
  return useMemo(() => {
    const units = noticeUnits(meeting, { roll, homes, people, accounts });
    const proof = proofOf({ units, announcement, recipients, facts, readerName: () => '' });
    return withReaders(proof, readers);
  }, [meeting, roll, facts, homes, people, accounts, announcement, recipients, readers]);
};

type Reader = Pick<UnitProof, 'at' | 'name'>;
type Readers = ReadonlyMap<string, Reader>;
const NOBODY: Readers = new Map();

const withReaders = ({ units, counts }: NoticeProof, readers: Readers): NoticeProof => {
  if (readers.size === 0) return { units, counts };
  const read = units.filter(({ way, unit }) => way === 'none' && readers.has(unit.id)).length;
  return {
    units: units.map((proof) =>
      proof.way === 'none'
        ? { ...proof, ...(readers.has(proof.unit.id) && READ), ...readers.get(proof.unit.id) }
        : proof,
    ),
    counts: { ...counts, read: counts.read + read, none: counts.none - read },
  };
};
const READ = { way: 'read' } as const;

/** By unit. Devices do not hold who has read what. */
const useReaders = ({ id, notice_announcement_id }: Meeting): Readers => {
  const online = useOnline();
  const [readers, setReaders] = useState(NOBODY);
  useEffect(() => {
    if (!online || notice_announcement_id === null) return;
    let isCurrent = true;
    type Body = { units: (Reader & { _id: string; way: NoticeWay })[] };
    api<Body>(`/api/meetings/${id}/notice-proof`).then(
      ({ units }) => {
        const read = units.filter(({ way }) => way === 'read');
        if (isCurrent) setReaders(new Map(read.map(({ _id, at, name }) => [_id, { at, name }])));
      },
      // What the device knows is shown then.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [online, id, notice_announcement_id]);
  return readers;
};

export const WAY_LABELS: Record<NoticeWay, string> = {
  email: 'Email',
  mailed: 'Mailed on paper',
  handed: 'Handed over',
  posted: 'Posted',
  read: 'Read in the app',
  none: 'Not reached',
};

/** The day of a paper, the time of everything else. */
export const whenOf = ({ at }: UnitProof, time: Zone): string => {
  if (at === null) return '';
  return at.length === 10 ? formatDate(at) : time.short(at);
};
