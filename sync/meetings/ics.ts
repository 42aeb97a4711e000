import type { Meeting } from '../../schema/tables/meetings.ts';
import { localTime } from './local-time.ts';
import { kindInFull } from './notice-text.ts';
import { localStamp, vtimezone } from './time-zone.ts';

const HOUR_MS = 3_600_000;
const USUAL_MS = 2 * HOUR_MS;
const OCTETS_PER_LINE = 75;

/** What a resident may read of it too, so that everybody gets the same bytes. */
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
    `DTSTAMP:${utcStamp(meeting.changed_at)}`,
    `LAST-MODIFIED:${utcStamp(meeting.changed_at)}`,
    `DTSTART;TZID=${time_zone}:${localStamp(time_zone, meeting.starts_at)}`,
    `DTEND;TZID=${time_zone}:${localStamp(time_zone, ends_at)}`,
    `SUMMARY:${escaped(meeting.title)}`,
    ...(meeting.place ? [`LOCATION:${escaped(meeting.place)}`] : []),
    `DESCRIPTION:${escaped(description(meeting, name))}`,
    `STATUS:${canceled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
};

const description = ({ kind, remote_link }: Held, hoa: string): string =>
  [`${kindInFull(kind)} of ${hoa}`, remote_link && `Online: ${remote_link}`].filter(Boolean).join('\n');

const utcStamp = (instant: string): string => `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replace(/\r\n|\r|\n/g, '\\n');

/** At 75 octets, never within a character. */
const folded = (line: string): string => {
  const encoder = new TextEncoder();
  let [text, octets] = ['', 0];
  for (const character of line) {
    const length = encoder.encode(character).length;
    if (octets + length > OCTETS_PER_LINE) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += length;
  }
  return text;
};

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
