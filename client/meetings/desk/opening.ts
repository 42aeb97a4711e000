import { useEffect, useEffectEvent } from 'react';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { isTimeImplausible } from '../../../sync/meetings/facts/fact-time.ts';
import { canRecord } from '../../../sync/meetings/rights.ts';
import { useUser } from '../../device/session.ts';
import { trueNow } from '../clock.ts';
import { deskOf, deviceId, useDesk } from '../desk-name.ts';
import { closing, lastDeskFact } from '../own-desk.ts';
import { recordFacts } from '../record.ts';

/** Tells the others that this device is a desk, once it is shown on the day of the meeting and again under another name, so that
 * the record waits for it; `close` says that nothing more comes from here. */
export const useOpening = (books: MeetingBooks) => {
  const { meeting, roll } = books;
  const { id } = meeting;
  const user = useUser();
  const name = useDesk(id);
  const last = lastDeskFact(books);
  const open = useEffectEvent(() => {
    const at = trueNow();
    const fact = { kind: 'desk_opened' as const, at, recorded_at: at };
    const isDay = meeting.status === 'scheduled' && !meeting.adjourned_at && !isTimeImplausible(fact, meeting);
    if (!isDay || !canRecord(user, meeting, at)) return;
    if (last?.kind === 'desk_opened' && last.desk === deskOf(id)) return;
    void recordFacts(id, [{ kind: 'desk_opened', data: { device: deviceId() } }]);
  });
  const hasRoll = roll.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name opens it again
  useEffect(() => {
    if (hasRoll) open();
  }, [hasRoll, name]);
  return {
    isOpen: last?.kind === 'desk_opened',
    isClosed: last?.kind === 'desk_closed',
    close: () => void recordFacts(id, [closing(id)]),
  };
};
