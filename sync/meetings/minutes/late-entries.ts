import type { FactKind } from '../../../schema/facts.ts';
import type { Meeting, MeetingFact } from '../../../schema/tables/meetings.ts';
import type { FactOf, MeetingBooks } from '../books.ts';
import { byTime } from '../facts/fact-index.ts';

type Approved = Pick<Meeting, 'minutes_approved_on' | 'minutes_approved_at'>;

/** Kinds that do not change the minutes. */
const APART: readonly FactKind[] = [
  'minutes_correction',
  'paper_notice',
  'recorder_taken',
  'desk_opened',
  'desk_closed',
];

/** True of an entry that minutes which were approved before do not have. A corrected result is a correction by itself. */
export const changesMinutes = (fact: Pick<MeetingFact, 'kind' | 'data'>): boolean =>
  !APART.includes(fact.kind) && !isCorrectedResult(fact);

export const isCorrectedResult = (fact: Pick<MeetingFact, 'kind' | 'data'>): boolean =>
  fact.kind === 'result' && Boolean((fact as FactOf<'result'>).data.reason);

/** The entries that came after the approval, by time. */
export const lateEntries = ({ meeting, facts }: Pick<MeetingBooks, 'meeting' | 'facts'>): MeetingFact[] =>
  facts.filter((fact) => isAfterApproval(meeting, fact) && changesMinutes(fact)).sort(byTime);

/** Where the instant was not kept, the day after the approval counts. */
export const isAfterApproval = (
  { minutes_approved_on, minutes_approved_at }: Approved,
  { recorded_at }: Pick<MeetingFact, 'recorded_at'>,
): boolean => {
  if (minutes_approved_at) return recorded_at > minutes_approved_at;
  return Boolean(minutes_approved_on) && recorded_at.slice(0, 10) > minutes_approved_on!;
};
