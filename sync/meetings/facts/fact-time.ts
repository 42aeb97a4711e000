import type { Meeting, MeetingFact } from '../../../schema/tables/meetings.ts';

const EARLIEST_MS = 24 * 3_600_000;
const LATEST_MS = 2 * 60_000;

/** True if the time of a fact is to be checked: long before the meeting, or after the server heard of it. */
export const isTimeImplausible = (
  { kind, at, recorded_at }: Pick<MeetingFact, 'kind' | 'at' | 'recorded_at'>,
  { starts_at }: Pick<Meeting, 'starts_at'>,
): boolean => {
  if (kind === 'paper_notice') return false;
  const time = Date.parse(at);
  return time < Date.parse(starts_at) - EARLIEST_MS || time > Date.parse(recorded_at) + LATEST_MS;
};
export const TIME_TO_BE_CHECKED = 'Time to be checked';
