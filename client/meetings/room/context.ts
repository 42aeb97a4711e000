import { createContext, useContext } from 'react';
import type { AgendaItem } from '../../../schema/tables/meetings.ts';
import type { Role } from '../../../schema/users.ts';
import type { MeetingBooks, Presence, QuorumLight, Session } from '../../../sync/meetings/books.ts';
import type { DeskOut } from '../../../sync/meetings/desks.ts';
import type { NewFact } from '../record.ts';

/** What every part of the meeting screen reads, and how it records. */
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
  /** Why the last change was not recorded. */
  failure?: string | null;
  /** Shows an item on the display of this browser at once. */
  tellItem: (item: AgendaItem) => void;
  run: (work: () => Promise<unknown>) => Promise<boolean>;
};

export const RoomContext = createContext<Room | null>(null);

export const useRoom = (): Room => {
  const room = useContext(RoomContext);
  if (!room) throw new Error('Not within a meeting');
  return room;
};
