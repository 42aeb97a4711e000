import { bodyOf } from '../../../schema/meetings.ts';
import type { MeetingFact } from '../../../schema/tables/meetings.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import type { Interval, MeetingBooks, Session, UnitPresence } from '../books.ts';
import { canceledInWords, isHeldThoughCanceled } from '../canceled.ts';
import { attendanceIn, ofKind } from '../facts/heads.ts';
import { timeInWords } from '../local-time.ts';
import { noticeInWords } from '../notice/notice.ts';
import { presenceAt } from '../presence.ts';
import { isInTotal, neededFor, quorumRuleOf, quorumTotal, vacantSeats } from '../quorum.ts';
import { clockInWords, type MinutesForm, sentence } from './minutes-words.ts';

export type HeadContext = {
  time_zone: string;
  /** The name of a user; null where it is not known. */
  nameOf(user_id: string): string | null;
  /** When the notice was sent, ISO 8601. */
  notice_sent_at?: string | null | undefined;
};

/** Which meeting it was, where, its notice, officers, call to order and attendance. */
export const headLines = (books: MeetingBooks, context: HeadContext, session: Session, form: MinutesForm): string[] => {
  const { meeting } = books;
  const { time_zone, nameOf } = context;
  const officer = (word: string, id: string | null) => (id && nameOf(id) ? [`${word}: ${nameOf(id)}.`] : []);
  const place = meeting.place ? ` at ${meeting.place}` : '';
  const remote = meeting.remote_link ? (meeting.place ? ' and remotely' : ' remotely') : '';
  const called = session.opened_at ? [`Called to order at ${clockInWords(time_zone, session.opened_at)}.`] : [];
  return [
    `${meeting.title}, ${timeInWords(time_zone, meeting.starts_at)}${place}${remote}.`,
    ...(isHeldThoughCanceled(meeting) ? [canceledInWords(meeting, time_zone) ?? ''].filter(Boolean) : []),
    ...(meeting.purpose ? [sentence(`Purpose: ${meeting.purpose}`)] : []),
    ...noticeLines(books, context),
    ...[...officer('Chair', meeting.chair_id), ...officer('Secretary', meeting.secretary_id)],
    ...called,
    ...alsoLines(context, session, form),
    ...attendanceLines(books, time_zone, session, form),
  ];
};

const noticeLines = ({ meeting }: MeetingBooks, { notice_sent_at }: HeadContext): string[] => {
  if (!notice_sent_at) return meeting.noticed ? ['Notice of the meeting was sent.'] : [];
  const words = noticeInWords(meeting, notice_sent_at);
  return [sentence(meeting.notice_reason ? `${words}: ${meeting.notice_reason}` : words)];
};

/** Facts that a second device recorded as well; for the board alone. */
const alsoLines = ({ time_zone }: HeadContext, { also }: Session, form: MinutesForm): string[] =>
  form === 'board'
    ? also.map(
        ({ kind, at, desk }) => `${ALSO[kind] ?? 'Also'} also recorded at ${clockInWords(time_zone, at)} (${desk}).`,
      )
    : [];

const ALSO: Partial<Record<MeetingFact['kind'], string>> = {
  called_to_order: 'The call to order was',
  adjourned: 'The adjournment was',
  recess: 'A recess was',
  resumed: 'The end of a recess was',
  executive_started: 'The start of an executive session was',
  executive_ended: 'The end of an executive session was',
};

/** Directors by name with their times; of a meeting of members the units and their weight. Then the quorum. */
const attendanceLines = (books: MeetingBooks, time_zone: string, session: Session, form: MinutesForm): string[] => {
  const now = books.presence;
  const people =
    bodyOf(books.meeting.kind) === 'board' ? directorLines(books, time_zone, now.units) : unitLines(now.units);
  const quorum = quorumInWords(books, time_zone, session);
  const guests = form === 'board' && now.guests.length > 0 ? [`Guests: ${now.guests.join(', ')}.`] : [];
  return [...people, ...(quorum ? [quorum] : []), ...guests, ...rollLines(books, form)];
};

const WAY_WORDS = { in_person: '', remote: 'remote', proxy: 'by proxy' } as const;

const directorLines = (books: MeetingBooks, time_zone: string, units: ReadonlyMap<string, UnitPresence>): string[] => {
  const arrivals = new Map<string | null, string>();
  for (const { subject, at, data } of ofKind(books, 'arrived'))
    if (!data.item_id && !arrivals.has(subject)) arrivals.set(subject, at);
  const roll = books.rollInOrder.filter(({ removed_at }) => removed_at === null);
  const here = roll.filter(({ id }) => arrivals.has(id));
  const absent = roll.filter(({ id }) => !arrivals.has(id));
  const words = (id: string) => {
    const presence = units.get(id);
    const from = `from ${clockInWords(time_zone, arrivals.get(id)!)}`;
    const until = presence?.way === null && presence.left_at ? ` to ${clockInWords(time_zone, presence.left_at)}` : '';
    return [presence?.way && WAY_WORDS[presence.way], `${from}${until}`].filter(Boolean).join(', ');
  };
  const vacant = vacantSeats(books.meeting, books.roll);
  return [
    ...(here.length > 0
      ? [`Directors present: ${here.map(({ id, label }) => `${label} (${words(id)})`).join('; ')}.`]
      : []),
    ...(absent.length > 0 ? [`Directors absent: ${absent.map(({ label }) => label).join('; ')}.`] : []),
    ...(vacant > 0 ? [`Vacant: ${vacant} of ${books.meeting.rules?.seats} seats.`] : []),
  ];
};

/** All who came, also those who left again. */
const unitLines = (units: ReadonlyMap<string, UnitPresence>): string[] => {
  const roll = [...units.values()].filter(({ unit }) => unit.removed_at === null && !unit.non_voting);
  const came = roll.filter(({ way, left_at }) => way !== null || left_at !== null);
  const weightOf = (list: readonly UnitPresence[]) => list.reduce((sum, { unit }) => sum + unit.weight, 0);
  const ways = (['in_person', 'remote', 'proxy'] as const).map((way) => ({
    way,
    n: came.filter((one) => one.way === way).length,
  }));
  const words = ways
    .filter(({ n }) => n > 0)
    .map(({ way, n }) => `${n} ${way === 'in_person' ? 'in person' : WAY_WORDS[way]}`);
  return [
    `Units present: ${came.length} of ${roll.length}, with a weight of ${weightOf(came)} of ${weightOf(roll)}${words.length > 0 ? ` (${words.join(', ')})` : ''}.`,
  ];
};

/** Changes of the roll after the call to order; reasons are the board's. */
const rollLines = ({ rollInOrder }: MeetingBooks, form: MinutesForm): string[] =>
  rollInOrder.flatMap(({ changes }) =>
    (changes ?? []).map(({ words, reason }) => `${words}${form === 'public' ? '' : ` (${reason})`}.`),
  );

type Spans = {
  /** While there was a quorum, from the call to order on. */
  spans: readonly Interval[];
  /** Present at the start of the first span; without any, the most that ever were. */
  present: number;
  total: number;
  needed: number;
};

/** "A quorum was present from 7:12 PM to 8:40 PM: 3 of 4, 3 needed."; null before the call to order. */
const quorumInWords = (books: MeetingBooks, time_zone: string, session: Session): string | null => {
  const { opened_at } = session;
  if (opened_at === null) return null;
  const { spans, present, total, needed } = quorumSpans(books, opened_at, session.adjourned_at);
  if (spans.length === 0) return `No quorum was present: at most ${present} of ${total}, ${needed} needed.`;
  const clock = (at: string) => clockInWords(time_zone, at);
  const words = spans.map(
    ({ from, to }) => `from ${from === opened_at ? 'the call to order' : clock(from)}${to ? ` to ${clock(to)}` : ''}`,
  );
  return `A quorum was present ${words.join(' and ')}: ${present} of ${total}, ${needed} needed.`;
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

/** The change in those present at each instant. */
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
