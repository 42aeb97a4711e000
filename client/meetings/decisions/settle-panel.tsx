import { useState } from 'react';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { Alert } from '../../ui/alert.tsx';
import { RoomContext } from '../room/context.ts';
import { DesksOut } from '../room/desks-out.tsx';
import { MotionList } from '../room/motion-list.tsx';
import { ToSettle } from '../room/to-settle.tsx';
import { useRoomOf } from '../room/use-room.ts';

const nothing = () => undefined;

/** For the board, once the meeting has begun: the desks that are out, what two desks recorded differently, and every result to be put right. */
export const SettlePanel = ({ books }: { books: MeetingBooks }) => {
  const [failure, setFailure] = useState<string | null>(null);
  const room = useRoomOf(books, setFailure);
  if (books.motions.length === 0 && room.desksOut.length === 0) return null;
  return (
    <RoomContext value={{ ...room, failure, tellItem: nothing }}>
      {failure && (
        <Alert tone="error" onClose={() => setFailure(null)}>
          {failure}
        </Alert>
      )}
      <DesksOut />
      <ToSettle here />
      <MotionList />
    </RoomContext>
  );
};
