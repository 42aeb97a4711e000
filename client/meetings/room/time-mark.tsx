import type { MeetingFact } from '../../../schema/tables/meetings.ts';
import { isTimeDoubtful, TIME_TO_BE_CHECKED } from '../../../sync/meetings/facts/fact-time.ts';
import { useRoom } from './context.ts';

/** Beside the time of a fact, where it cannot be right. */
export const TimeMark = ({ fact }: { fact: Pick<MeetingFact, 'kind' | 'at' | 'recorded_at'> }) => {
  const { meeting } = useRoom().books;
  return isTimeDoubtful(fact, meeting) && <span className="text-ochre"> · {TIME_TO_BE_CHECKED}</span>;
};
