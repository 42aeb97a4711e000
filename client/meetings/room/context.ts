import { createContext, useCallback, useContext, useMemo } from 'react';
import type { AgendaItem } from '../../../schema/tables/meetings.ts';
import type { Role } from '../../../schema/users.ts';
import type { MeetingBooks, Presence, QuorumLight, Session } from '../../../sync/meetings/books.ts';
import type { DeskOut } from '../../../sync/meetings/desks.ts';
import { messageOf } from '../../device/http.ts';
import { useUser } from '../../device/session.ts';
import { useOnline } from '../../device/store.ts';
import { clockIn } from '../clock.ts';
import { deskOf, deviceId, useDesk } from '../desk-name.ts';
import { useDesksOut } from '../desks-out.ts';
import { type NewFact, recordFacts } from '../record.ts';
import { useZone } from '../time.ts';

/** All that the parts of a meeting screen read, and how they record. */
export type Room = {
  books: MeetingBooks;
  session: Session;
  presence: Presence;
  quorum: QuorumLight;
  user: { id: string; name: string; role: Role };
  /** The name of this device in the meeting. */
  desk: string;
  holdsRecord: boolean;
  /** Desks whose entries may not all be here. */
  desksOut: readonly DeskOut[];
  online: boolean;
  /** In the HOA's time zone: "7:02 PM". */
  time: (at: string) => string;
  /** False where it failed; the reason is on the screen. */
  record: (facts: NewFact[]) => Promise<boolean>;
  /** The reason that the last change was not recorded. */
  failure?: string | null;
  /** Shows an item on the display of this browser at once. */
  showItem: (item: AgendaItem) => void;
  run: (work: () => Promise<unknown>) => Promise<boolean>;
};

export const RoomContext = createContext<Room | null>(null);

export const useRoom = (): Room => {
  const room = useContext(RoomContext);
  if (!room) throw new Error('Not within a meeting');
  return room;
};

/** The room of a meeting, as its screens share it. `onFailure` gets the reason, or null for a new attempt. */
export const useRoomOf = (
  books: MeetingBooks,
  onFailure: (message: string | null) => void,
): Omit<Room, 'showItem' | 'failure'> => {
  const { id } = books.meeting;
  const user = useUser();
  const desk = useDesk(id) ?? deskOf(id);
  const { session, presence, quorum } = books;
  const online = useOnline();
  const zone = useZone();
  const time = useCallback((at: string) => clockIn(zone, at), [zone]);
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
