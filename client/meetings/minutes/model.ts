import { useMemo } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { type Minutes, type MinutesContext, minutesOf } from '../../../sync/meetings/minutes/minutes.ts';
import type { MinutesForm } from '../../../sync/meetings/minutes/minutes-words.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { useRows } from '../../device/store.ts';
import { useEarlierCorrections } from '../agenda/carried.tsx';
import { useZone } from '../time.ts';

/** The minutes as the rows of this device make them. */
export const useMinutes = (books: MeetingBooks, form: MinutesForm): Minutes => {
  const context = useMinutesContext(books.meeting);
  return useMemo(() => minutesOf(books, context, form), [books, context, form]);
};

const useMinutesContext = (meeting: Meeting): MinutesContext => {
  const { id, notice_announcement_id } = meeting;
  const time_zone = useZone();
  const hoa = useRows('hoa').all[0]?.name ?? '';
  const users = useRows('user');
  const actions = useRows('actionItem').by('meeting_id', id);
  const notice_sent_at = useRows('announcement').get(notice_announcement_id)?.sent_at;
  const earlier_corrections = useEarlierCorrections(meeting);
  return useMemo(() => {
    const name = (user_id: string) => {
      const user = users.get(user_id);
      return user ? nameOf(user) : null;
    };
    return { hoa, time_zone, nameOf: name, actions, notice_sent_at, earlier_corrections };
  }, [hoa, time_zone, users, actions, notice_sent_at, earlier_corrections]);
};

/** The text of a form as it was approved; undefined before. */
export const useApproved = (meeting_id: string, form: MinutesForm): string | undefined => {
  const frozen = useRows('approvedMinutes').get(meeting_id);
  const texts = { board: frozen?.board_text, public: frozen?.public_text, executive: frozen?.executive_text };
  return texts[form] || undefined;
};
