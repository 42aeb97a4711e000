import type { RollUnit } from '../../schema/tables/meetings.ts';
import type { Interval, MeetingBooks, Session } from './books.ts';
import { attendanceIn } from './heads.ts';
import { clockInWords } from './minutes-words.ts';
import { presenceAt } from './presence.ts';
import { isInTotal, neededFor, quorumRuleOf, quorumTotal } from './quorum.ts';

type Spans = {
  /** While there was a quorum, from the call to order on. */
  spans: readonly Interval[];
  /** Present at the start of the first span; without any, the most that ever were. */
  present: number;
  total: number;
  needed: number;
};

/** "There was a quorum from 7:12 PM to 8:40 PM: 3 of 4, 3 needed."; null before the call to order. */
export const quorumInWords = (books: MeetingBooks, time_zone: string, session: Session): string | null => {
  const { opened_at } = session;
  if (opened_at === null) return null;
  const { spans, present, total, needed } = quorumSpans(books, opened_at, session.adjourned_at);
  if (spans.length === 0) return `There was no quorum: at most ${present} of ${total} were present, ${needed} needed.`;
  const clock = (at: string) => clockInWords(time_zone, at);
  const words = spans.map(
    ({ from, to }) => `from ${from === opened_at ? 'the call to order' : clock(from)}${to ? ` to ${clock(to)}` : ''}`,
  );
  return `There was a quorum ${words.join(' and ')}: ${present} of ${total}, ${needed} needed.`;
};

const quorumSpans = (books: MeetingBooks, opened_at: string, adjourned_at: string | null): Spans => {
  const rule = quorumRuleOf(books.meeting);
  const total = quorumTotal(books)[rule.basis];
  const needed = neededFor(rule, total);
  const changes = [...changesOf(books, rule.basis, opened_at, adjourned_at)].sort(([a], [b]) => (a < b ? -1 : 1));
  const spans: Interval[] = [];
  let [here, most, first] = [0, 0, 0];
  for (const [at, change] of changes) {
    here += change;
    most = Math.max(most, here);
    const last = spans.at(-1);
    if (last?.to === null && here < needed) last.to = at;
    else if (last?.to !== null && here >= needed) {
      if (!last) first = here;
      spans.push({ from: at, to: null });
    }
  }
  return { spans, present: spans.length > 0 ? first : most, total, needed };
};

/** By how much those present became more or fewer at each instant. */
const changesOf = (
  books: MeetingBooks,
  basis: 'units' | 'weight',
  opened_at: string,
  adjourned_at: string | null,
): Map<string, number> => {
  const changes = new Map([[opened_at, 0]]);
  for (const unit of books.rollInOrder) {
    if (!isInTotal(books.meeting, unit)) continue;
    const amount = basis === 'units' ? 1 : unit.weight;
    let wasHere = false;
    for (const at of [opened_at, ...instantsOf(books, unit, opened_at, adjourned_at)]) {
      const isHere = presenceAt(books, unit, at).way !== null;
      if (isHere !== wasHere) changes.set(at, (changes.get(at) ?? 0) + (isHere ? amount : -amount));
      wasHere = isHere;
    }
  }
  return changes;
};

/** When its presence may have changed during the meeting. */
const instantsOf = (books: MeetingBooks, { id }: RollUnit, from: string, to: string | null): string[] => {
  const events = (attendanceIn(books).get(id) ?? []).map(({ at }) => at);
  const revoked = (books.proxiesByUnit.get(id) ?? []).flatMap(({ revoked_at }) => revoked_at ?? []);
  return [...new Set([...events, ...revoked])].filter((at) => at > from && (to === null || at < to)).sort();
};
