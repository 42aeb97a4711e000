import { localTime, offsetAt } from './local-time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A change of a time zone's offsets from UTC, in milliseconds. */
type Transition = { at: number; from: number; to: number };

/** RFC 5545: the time zone as it is from the start of one year to the end of another, from the engine's own data. */
export const vtimezone = (time_zone: string, years: { from: number; to: number }): string[] => {
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
  const two = (value: number) => String(value).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
};

/** "20261112T190000", on the clock of the time zone. */
export const localStamp = (time_zone: string, instant: string): string => {
  const { year, month, day, hour, minute, second } = localTime(time_zone, Date.parse(instant));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${year}${two(month)}${two(day)}T${two(hour)}${two(minute)}${two(second)}`;
};
