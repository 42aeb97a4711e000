import { useState } from 'react';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { Alert } from '../../ui/alert.tsx';
import { ContestedEntries, DesksOut } from '../room/contested.tsx';
import { RoomContext, useRoomOf } from '../room/context.ts';
import { MotionList } from '../room/motion-list.tsx';

const nothing = () => undefined;

/** The desks that are out, contested entries and every result to be corrected, for the board once the meeting has begun. */
export const SettlePanel = ({ books }: { books: MeetingBooks }) => {
  const [failure, setFailure] = useState<string | null>(null);
  const room = useRoomOf(books, setFailure);
  if (books.motions.length === 0 && room.desksOut.length === 0) return null;
  return (
    <RoomContext value={{ ...room, failure, showItem: nothing }}>
      {failure && (
        <Alert tone="error" onClose={() => setFailure(null)}>
          {failure}
        </Alert>
      )}
      <DesksOut />
      <ContestedEntries here />
      <MotionList />
    </RoomContext>
  );
};
