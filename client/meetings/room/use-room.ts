import { useCallback, useMemo } from 'react';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { messageOf } from '../../device/http.ts';
import { useUser } from '../../device/session.ts';
import { useOnline } from '../../device/store.ts';
import { deskOf, deviceId, useDesk } from '../desk-name.ts';
import { useDesksOut } from '../desks-out.ts';
import { type NewFact, recordFacts } from '../record.ts';
import { useZone } from '../time.ts';
import type { Room } from './context.ts';
import { clockTime } from './time.ts';

/** What the parts of a meeting screen read, and how they record. `onFailure` gets the reason, or null for a new attempt. */
export const useRoomOf = (
  books: MeetingBooks,
  onFailure: (message: string | null) => void,
): Omit<Room, 'tellItem' | 'failure'> => {
  const { id } = books.meeting;
  const user = useUser();
  const desk = useDesk(id) ?? deskOf(id);
  const { session, presence, quorum } = books;
  const online = useOnline();
  const zone = useZone();
  const time = useCallback((at: string) => clockTime(zone, at), [zone]);
  const desksOut = useDesksOut(books);
  const run = useCallback(
    async (work: () => Promise<unknown>) => {
      onFailure(null);
      try {
        await work();
        return true;
      } catch (error) {
        onFailure(messageOf(error, 'This could not be recorded. Please try again.'));
        return false;
      }
    },
    [onFailure],
  );
  const record = useCallback((facts: NewFact[]) => run(() => recordFacts(id, facts)), [run, id]);
  const holdsRecord = session.recorder?.device === deviceId();
  return useMemo(
    () => ({ books, session, presence, quorum, user, desk, holdsRecord, desksOut, online, time, record, run }),
    [books, session, presence, quorum, user, desk, holdsRecord, desksOut, online, time, record, run],
  );
};
