import type { Meeting } from '../../../schema/tables/meetings.ts';
import { offsetAt, shortTimeInWords } from '../../../sync/meetings/local-time.ts';
import { formatPlural } from '../../ui/format.ts';

type MovedMeeting = { id: string; title: string; before: string; after: string; wasNoticed: boolean };
type ZoneChange = { clock: { before: string; after: string }; lines: string[]; meetings: MovedMeeting[] };

/** Another time zone changes this from `now` on (ISO 8601). Instants stay, and are shown by the new clock; calendar dates stay, and
 * begin by the new clock. */
export const zoneChange = (from: string, to: string, now: string, meetings: readonly Meeting[]): ZoneChange => {
  const at = (instant: string) => ({ before: shortTimeInWords(from, instant), after: shortTimeInWords(to, instant) });
  const moved = meetings
    .filter(({ status, starts_at }) => status !== 'canceled' && starts_at > now)
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1))
    .map(({ id, title, starts_at, noticed }) => ({ id, title, wasNoticed: noticed, ...at(starts_at) }))
    .filter(({ before, after }) => before !== after);
  return { clock: at(now), lines: linesOf(from, to, now), meetings: moved };
};

const linesOf = (from: string, to: string, now: string): string[] => {
  const shift = (offsetAt(from, Date.parse(now)) - offsetAt(to, Date.parse(now))) / 60_000;
  if (shift === 0) return ['Both zones have the same time today. Days and times differ only when their clocks change.'];
  const by = `${durationInWords(Math.abs(shift))} ${shift > 0 ? 'later' : 'earlier'}`;
  return [
    `Each day begins ${by}. Dues go out, late fees are added and invoices become overdue on the same dates as before, in the new zone.`,
    `Payment reminders go out at 9:00 AM in the new zone, ${by} than now. Daily summaries and quiet hours follow it, too.`,
    'Dates already recorded stay as they are: payments, charges, due dates and send dates.',
    'Calendars that subscribe to the association update automatically.',
  ];
};

const durationInWords = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && formatPlural(hours, 'hour'), rest > 0 && formatPlural(rest, 'minute')].filter(Boolean).join(' ');
};
