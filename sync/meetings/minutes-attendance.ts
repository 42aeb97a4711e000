import { bodyOf } from '../../schema/meetings.ts';
import type { MeetingBooks, Session, UnitPresence } from './books.ts';
import { ofKind } from './heads.ts';
import { clockInWords, type MinutesForm } from './minutes-words.ts';
import { vacantSeats } from './quorum.ts';
import { quorumInWords } from './quorum-spans.ts';

/** Directors by name with their times; of a meeting of members the units and their weight. Then the quorum. */
export const attendanceLines = (
  books: MeetingBooks,
  time_zone: string,
  session: Session,
  form: MinutesForm,
): string[] => {
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

/** Of all who came, also of those who left again. */
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

/** What changed on the roll after the call to order; reasons are the board's. */
const rollLines = ({ rollInOrder }: MeetingBooks, form: MinutesForm): string[] =>
  rollInOrder.flatMap(({ changes }) =>
    (changes ?? []).map(({ words, reason }) => `${words}${form === 'public' ? '' : ` (${reason})`}.`),
  );
