import type { MeetingFact, Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf, Indexed, MeetingBooks, MotionState, MotionStatus } from '../books.ts';
import { historyOf, isHead, ofKind, votesIn } from '../facts/heads.ts';
import { presenceOf } from '../presence.ts';
import { quorumOf } from '../quorum.ts';
import { countedVotes } from './counted-votes.ts';
import { areEqual } from './decisions.ts';
import { checkResult } from './result-warnings.ts';
import { contextOf, methodOf, partiesTo, reasonAgainst } from './tally.ts';
import { wordingsOf } from './wordings.ts';

export const ARRIVED_LATE = 'Arrived after closing, not counted';
export const RESULTS_DIFFER = 'Two results were recorded';
const QUORUM_CONFIRMED = 'Quorum confirmed after merging';

/** The state of a motion by its facts. An announced result never changes: later facts are shown beside it. */
export const motionStateOf = (books: MeetingBooks, motion: Motion): MotionState => {
  const { wordings, wording, contested } = wordingsOf(books, motion);
  const seconds = ofKind(books, 'motion_seconded').filter(({ subject }) => subject === motion.id);
  const history = historyOf(books, 'result', motion.id);
  const results = history.filter(({ id }) => isHead(books, id));
  const agreed = areEqual(results);
  const result = agreed ? (results[0] ?? null) : null;
  return {
    status: results.length > 0 ? (agreed ? 'closed' : 'contested') : openStatus(books, motion, seconds.length > 0),
    wordings,
    wording,
    wording_contested: contested.length > 0,
    wordings_contested: contested,
    seconded_by: seconds[0]?.data.name ?? null,
    seconds,
    method: result?.data.method ?? methodOf(books, motion),
    result,
    results,
    corrected: history.filter(({ id }) => !isHead(books, id)),
    late: results.length > 0 ? lateMarks(books, motion, results) : [],
    ...(result ? checkResult(books, motion, result) : { warnings: [], check: false }),
    notes: notesOf(books, motion, result, agreed),
  };
};

const openStatus = (books: Indexed, { id }: Motion, seconded: boolean): MotionStatus => {
  const state = ofKind(books, 'motion_state').findLast(({ subject }) => subject === id)?.data.state;
  if (state === 'voting') return 'voting';
  return seconded ? 'seconded' : 'made';
};

/** Marks that count nowhere for reasons of their own, and repeats of counted ones, are none of them. */
const lateMarks = (books: MeetingBooks, motion: Motion, results: readonly FactOf<'result'>[]): FactOf<'vote'>[] => {
  const counted = new Set(results.flatMap(({ data }) => data.counted));
  const uncounted = votesIn(books, motion.id).filter(({ id }) => !counted.has(id));
  if (uncounted.length === 0) return [];
  const closed_at = results[0]!.at;
  const votes = results.flatMap((result) => countedVotes(books, motion, result));
  const countedMarks = new Set(votes.map(({ unit, choice }) => `${choice} ${unit.id}`));
  const voters = new Set<string | null>(votes.map(({ unit }) => unit.id));
  const contested = contestedBefore(
    uncounted.filter(({ subject }) => !voters.has(subject)),
    closed_at,
  );
  const context = contextOf(books, motion);
  const roll = new Map(books.roll.map((unit) => [unit.id, unit]));
  return uncounted.filter((vote) => {
    const unit = roll.get(vote.subject ?? '');
    return (
      !countedMarks.has(markKey(vote)) && !contested.has(vote.subject) && unit && !reasonAgainst(context, unit, vote)
    );
  });
};

/** Units whose marks differed when the result was recorded. */
const contestedBefore = (votes: readonly FactOf<'vote'>[], closed_at: string): Set<string | null> => {
  const choices = new Map<string | null, string>();
  const contested = new Set<string | null>();
  for (const { subject, at, data } of votes) {
    if (at > closed_at) continue;
    if ((choices.get(subject) ?? data.choice) !== data.choice) contested.add(subject);
    choices.set(subject, data.choice);
  }
  return contested;
};

const markKey = ({ subject, data }: FactOf<'vote'>): string => `${data.choice} ${subject}`;

const notesOf = (books: MeetingBooks, motion: Motion, result: FactOf<'result'> | null, agreed: boolean): string[] => {
  if (!agreed) return [RESULTS_DIFFER];
  if (!result || result.data.presence.met) return [];
  const { met } = quorumOf(books, presenceOf(books, result.at), partiesTo(books, motion));
  return met ? [QUORUM_CONFIRMED] : [];
};

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
