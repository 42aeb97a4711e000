import type { MeetingFact } from '../../../schema/tables/meetings.ts';
import { isTimeImplausible, TIME_TO_BE_CHECKED } from '../../../sync/meetings/facts/fact-time.ts';
import { useRoom } from './context.ts';

/** Says that the time of a fact cannot be right. */
export const TimeMark = ({ fact }: { fact: Pick<MeetingFact, 'kind' | 'at' | 'recorded_at'> }) => {
  const { meeting } = useRoom().books;
  return isTimeImplausible(fact, meeting) && <span className="text-ochre"> · {TIME_TO_BE_CHECKED}</span>;
};

/** "Bea Marsh, Desk 1 at 7:02 PM" */
export const RecordedBy = ({ fact }: { fact: MeetingFact }) => (
  <>
    {fact.by_name}, {fact.desk} at {useRoom().time(fact.at)}
    <TimeMark fact={fact} />
  </>
);
