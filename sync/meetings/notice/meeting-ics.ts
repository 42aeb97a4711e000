import type { Meeting } from '../../../schema/tables/meetings.ts';
import { icsEscaped, icsInstant, icsText } from '../../formats/ics.ts';
import { localTime, offsetAt } from '../local-time.ts';
import { kindInFull } from './notice-text.ts';

const HOUR_MS = 3_600_000;
const USUAL_MS = 2 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

/** Fields that residents may read, too, so that everybody gets the same bytes. */
type Held = Pick<
  Meeting,
  'id' | 'kind' | 'title' | 'status' | 'starts_at' | 'ends_at' | 'place' | 'remote_link' | 'sequence' | 'changed_at'
>;

/** RFC 5545: the meeting as one event, the same on every device and on the server. Nothing of an agenda stands in it. */
export const icsOf = (meeting: Held, { name, time_zone }: { name: string; time_zone: string }): string => {
  const ends_at = meeting.ends_at ?? new Date(Date.parse(meeting.starts_at) + USUAL_MS).toISOString();
  const yearOf = (instant: string) => localTime(time_zone, Date.parse(instant)).year;
  const canceled = meeting.status === 'canceled';
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Porchlight//Meetings//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${canceled ? 'CANCEL' : 'PUBLISH'}`,
    ...vtimezone(time_zone, { from: yearOf(meeting.starts_at), to: yearOf(ends_at) }),
    'BEGIN:VEVENT',
    `UID:meeting-${meeting.id}@porchlight`,
    `SEQUENCE:${meeting.sequence}`,
    `DTSTAMP:${icsInstant(meeting.changed_at)}`,
    `LAST-MODIFIED:${icsInstant(meeting.changed_at)}`,
    `DTSTART;TZID=${time_zone}:${localStamp(time_zone, meeting.starts_at)}`,
    `DTEND;TZID=${time_zone}:${localStamp(time_zone, ends_at)}`,
    `SUMMARY:${icsEscaped(meeting.title)}`,
    ...(meeting.place ? [`LOCATION:${icsEscaped(meeting.place)}`] : []),
    `DESCRIPTION:${icsEscaped(description(meeting, name))}`,
    `STATUS:${canceled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return icsText(lines);
};

const description = ({ kind, remote_link }: Held, hoa: string): string =>
  [`${kindInFull(kind)} of ${hoa}`, remote_link && `Online: ${remote_link}`].filter(Boolean).join('\n');

/** "2026-11-12 Annual meeting.ics", by the day of the HOA, without what a file system refuses. */
export const icsName = (
  { title, starts_at }: Pick<Meeting, 'title' | 'starts_at'>,
  { time_zone }: { time_zone: string },
): string => {
  const day = localStamp(time_zone, starts_at).replace(/^(....)(..)(..).*/, '$1-$2-$3');
  const words = title.replace(/[^\p{L}\p{N}._-]+/gu, ' ').trim();
  return `${day} ${words.slice(0, NAME_LIMIT)}.ics`;
};

const NAME_LIMIT = 60;

/** A change of a time zone's offsets from UTC, in milliseconds. */
type Transition = { at: number; from: number; to: number };

/** RFC 5545: the time zone as it is from the start of one year to the end of another, from the engine's own data. */
const vtimezone = (time_zone: string, years: { from: number; to: number }): string[] => {
  const start = Date.UTC(years.from, 0, 1);
  const offset = offsetAt(time_zone, start);
  const transitions = transitionsIn(time_zone, start, Date.UTC(years.to + 1, 0, 1));
  const lowest = Math.min(offset, ...transitions.map(({ to }) => to));
  const observances = [{ at: start - offset, from: offset, to: offset }, ...transitions];
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${time_zone}`,
    ...observances.flatMap((one) => observance(one, one.to > lowest ? 'DAYLIGHT' : 'STANDARD')),
    'END:VTIMEZONE',
  ];
};

const observance = ({ at, from, to }: Transition, kind: 'DAYLIGHT' | 'STANDARD'): string[] => [
  `BEGIN:${kind}`,
  // In the time that was in force before.
  `DTSTART:${new Date(at + from).toISOString().slice(0, 19).replace(/[-:]/g, '')}`,
  `TZOFFSETFROM:${offsetInWords(from)}`,
  `TZOFFSETTO:${offsetInWords(to)}`,
  `END:${kind}`,
];

const transitionsIn = (time_zone: string, start: number, end: number): Transition[] => {
  const found: Transition[] = [];
  for (let day = start; day < end; day += DAY_MS) {
    const [from, to] = [offsetAt(time_zone, day), offsetAt(time_zone, day + DAY_MS)];
    if (from !== to) found.push({ at: changeBetween(time_zone, day, day + DAY_MS), from, to });
  }
  return found;
};

/** The first second of the new offset. */
const changeBetween = (time_zone: string, before: number, after: number): number => {
  const from = offsetAt(time_zone, before);
  let [low, high] = [before, after];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offsetAt(time_zone, middle) === from) low = middle;
    else high = middle;
  }
  return high;
};

/** "-0500". */
const offsetInWords = (ms: number): string => {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
};

/** "20261112T190000", on the clock of the time zone. */
const localStamp = (time_zone: string, instant: string): string => {
  const { year, month, day, hour, minute, second } = localTime(time_zone, Date.parse(instant));
  return `${year}${two(month)}${two(day)}T${two(hour)}${two(minute)}${two(second)}`;
};

const two = (value: number): string => String(value).padStart(2, '0');
