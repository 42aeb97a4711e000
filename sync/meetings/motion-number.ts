import type { MeetingFact, Motion } from '../../schema/tables/meetings.ts';

type Books = { facts: readonly MeetingFact[]; motions: readonly Motion[] };

/** The number of the next motion made on a device. Numbers count up within the meeting; once the record was taken over by
 * another device, they carry the name of the desk ("Desk 2-5"), so that two devices apart never give the same one. */
export const nextMotionNumber = ({ facts, motions }: Books, desk: string): string => {
  const next = 1 + Math.max(0, ...motions.map(({ number }) => Number(/(\d+)$/.exec(number)?.[1] ?? 0)));
  return isTakenOver(facts) ? `${desk}-${next}` : String(next);
};

const isTakenOver = (facts: readonly MeetingFact[]): boolean =>
  new Set(facts.flatMap(({ kind, data }) => (kind === 'recorder_taken' ? [(data as { device: string }).device] : [])))
    .size > 1;
