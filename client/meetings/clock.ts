import { localTime } from '../../sync/meetings/local-time.ts';
import { serverNow } from '../device/clock.ts';
import { fieldsOf, instantOf, useZone } from './time.ts';

export const IS_AHEAD = 'This time is in the future.';

/** A smaller step back is the measuring, not a clock that was put right. */
const STEP_MS = 2000;

let last = 0;

/** The true time in ms, by the clock of the device put right; it does not run backwards. */
export const trueMs = (): number => {
  const now = serverNow();
  last = now < last && last - now < STEP_MS ? last : now;
  return last;
};

/** As ISO 8601. */
export const trueNow = (): string => new Date(trueMs()).toISOString();

const HALF_DAY_MS = 12 * 3_600_000;
const DAY_MS = 2 * HALF_DAY_MS;

/** "7:02 PM" in the zone. */
export const clockIn = (zone: string, instant: string): string => {
  const { hour, minute } = localTime(zone, Date.parse(instant));
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
};

export const useClock = (): ((instant: string) => string) => {
  const zone = useZone();
  return (instant) => clockIn(zone, instant);
};

/** The instant of a time (HH:MM) typed at a meeting: on the evening that it begins, or after that midnight; on today's date where
 * it is not held on its day. '' for no time. */
export const timeAtMeeting = (zone: string, starts_at: string, time: string, now_ms: number): string => {
  const start = Date.parse(starts_at);
  const begins = now_ms < start - DAY_MS ? now_ms : start;
  const on = instantOf(zone, fieldsOf(zone, new Date(begins).toISOString()).date, time);
  if (!on || Date.parse(on) >= begins - HALF_DAY_MS) return on;
  return new Date(Date.parse(on) + DAY_MS).toISOString();
};
