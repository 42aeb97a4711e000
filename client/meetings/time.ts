import type { Hoa } from '../../schema/tables/hoas.ts';
import { localTime, offsetAt, shortTimeInWords, timeInWords } from '../../sync/meetings/local-time.ts';
import { useRows } from '../device/store.ts';
import { formatDate } from '../ui/format.ts';

/** The HOA's time zone, in which all times of a meeting are shown and typed. */
export const useZone = (): string => zoneOf(useRows('hoa').all);
export const zoneOf = ([hoa]: readonly Hoa[]): string => hoa?.time_zone ?? 'America/Chicago';

export type Zone = {
  zone: string;
  /** "Thursday, November 12, 2026 at 7:00 PM" */
  long(instant: string): string;
  /** "Nov 12, 2026, 7:00 PM" */
  short(instant: string): string;
  /** "Nov 12, 2026" */
  day(instant: string): string;
};

export const useHoaTime = (): Zone => {
  const zone = useZone();
  return {
    zone,
    long: (instant) => timeInWords(zone, instant),
    short: (instant) => shortTimeInWords(zone, instant),
    day: (instant) => formatDate(fieldsOf(zone, instant).date),
  };
};

/** The calendar date (YYYY-MM-DD) and the time (HH:MM) that an instant has in the zone. */
export const fieldsOf = (zone: string, instant: string): { date: string; time: string } => {
  const { year, month, day, hour, minute } = localTime(zone, Date.parse(instant));
  return { date: `${year}-${twoDigits(month)}-${twoDigits(day)}`, time: `${twoDigits(hour)}:${twoDigits(minute)}` };
};
const twoDigits = (part: number) => String(part).padStart(2, '0');

/** The instant of a date and a time typed in the zone; '' where either is missing. Of a time that the autumn repeats it is
 * the first, and a time that the spring skips is an hour later. */
export const instantOf = (zone: string, date: string, time: string): string => {
  const wall = Date.parse(`${date}T${time}:00Z`);
  if (Number.isNaN(wall)) return '';
  const [first, last] = [wall - offsetAt(zone, wall - DAY_MS), wall - offsetAt(zone, wall + DAY_MS)].sort(ascending);
  const isThatTime = (instant: number) => instant + offsetAt(zone, instant) === wall;
  return new Date([first!, last!].find(isThatTime) ?? last!).toISOString();
};
const DAY_MS = 86_400_000;
const ascending = (one: number, other: number) => one - other;
