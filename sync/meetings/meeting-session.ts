import type { FactKind } from '../../schema/facts.ts';
import type { MeetingFact } from '../../schema/tables/meetings.ts';
import type { Indexed, Interval, Recorder, Session, SessionStatus } from './books.ts';
import { byTime } from './facts/fact-index.ts';
import { ofKind } from './facts/heads.ts';

/** The session of a meeting by its facts. With `now` (ISO 8601) the current item is counted up to then. */
export const sessionOf = (books: Indexed, now?: string): Session => {
  const openings = ofKind(books, 'called_to_order');
  const endings = ofKind(books, 'adjourned');
  const opened_at = openings[0]?.at ?? null;
  const adjourned_at = endings.at(-1)?.at ?? null;
  const recess = intervals(books, 'recess', 'resumed', adjourned_at);
  const executive = intervals(books, 'executive_started', 'executive_ended', adjourned_at);
  const items = ofKind(books, 'item_started').filter(({ subject }) => subject !== null);
  const also = [...openings.slice(1), ...endings.slice(0, -1), ...recess.also, ...executive.also] as MeetingFact[];
  return {
    status: statusOf(opened_at, adjourned_at, recess.found, executive.found),
    opened_at,
    adjourned_at,
    also: also.sort(byTime),
    executive: executive.found,
    recesses: recess.found,
    item_id: items.at(-1)?.subject ?? null,
    starts: new Map(items.toReversed().map(({ subject, at }) => [subject!, at])),
    used: timeUsed(items, recess.found, adjourned_at ?? now),
    recorder: recorderOf(books),
  };
};

const statusOf = (
  opened_at: string | null,
  adjourned_at: string | null,
  recesses: readonly Interval[],
  executive: readonly Interval[],
): SessionStatus => {
  if (adjourned_at !== null) return 'adjourned';
  if (opened_at === null) return 'not_started';
  if (recesses.at(-1)?.to === null) return 'recess';
  return executive.at(-1)?.to === null ? 'executive' : 'in_session';
};

/** The earliest beginning and the latest end of each stretch count; what adjourns the meeting ends an open one. */
export const intervals = (
  books: Indexed,
  start: FactKind,
  end: FactKind,
  adjourned_at: string | null,
): { found: Interval[]; also: MeetingFact[] } => {
  const found: Interval[] = [];
  const also: MeetingFact[] = [];
  let ending: MeetingFact | null = null;
  for (const fact of [...ofKind(books, start), ...ofKind(books, end)].sort(byTime) as MeetingFact[]) {
    const last = found.at(-1);
    if (fact.kind === start) {
      if (last?.to === null) also.push(fact);
      else found.push({ from: fact.at, to: null });
    } else if (last) {
      if (last.to !== null && ending) also.push(ending);
      last.to = fact.at;
      ending = fact;
    } else also.push(fact);
  }
  const open = found.at(-1);
  if (open?.to === null && adjourned_at !== null) open.to = adjourned_at > open.from ? adjourned_at : open.from;
  return { found, also };
};

const timeUsed = (
  items: readonly { subject: string | null; at: string }[],
  recesses: readonly Interval[],
  end: string | undefined,
): Map<string, number> => {
  const used = new Map<string, number>();
  for (const [index, { subject, at }] of items.entries()) {
    const to = items[index + 1]?.at ?? end ?? at;
    const pauses = recesses.reduce((sum, recess) => sum + overlap(recess, at, to), 0);
    const spent = Math.max(0, Date.parse(to) - Date.parse(at)) - pauses;
    used.set(subject!, (used.get(subject!) ?? 0) + spent);
  }
  return used;
};

const overlap = (recess: Interval, from: string, to: string): number => {
  const start = recess.from > from ? recess.from : from;
  const end = recess.to !== null && recess.to < to ? recess.to : to;
  return start < end ? Date.parse(end) - Date.parse(start) : 0;
};

const recorderOf = (books: Indexed): Recorder | null => {
  const taken = ofKind(books, 'recorder_taken').at(-1);
  if (!taken) return null;
  const { by, by_name, desk, at, data } = taken;
  return { by, by_name, desk, device: data.device, at };
};
