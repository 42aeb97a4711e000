import { useMemo } from 'react';
import type { MeetingBooks } from '../../sync/meetings/books.ts';
import { type DeskOut, desksOut } from '../../sync/meetings/desks.ts';
import { useOnline } from '../device/store.ts';
import { deviceId, ownDesks, useDesk } from './desk-name.ts';

/** The other desks whose entries may not all be on this device. */
export const useDesksOut = (books: MeetingBooks): readonly DeskOut[] => {
  const { id } = books.meeting;
  const online = useOnline();
  const desk = useDesk(id);
  return useMemo(
    // The names of this device change with the chosen one.
    () => desksOut(books, { device: deviceId(), names: new Set([...ownDesks(id), ...(desk ? [desk] : [])]) }, online),
    [books, id, desk, online],
  );
};
