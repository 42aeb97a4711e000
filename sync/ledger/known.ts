import { addDays, dayIn } from '../../schema/dates.ts';

const HOUR_MS = 3_600_000;

/** The last instant (ISO 8601) of a calendar date in a time zone: what was posted until then was known on that day. */
export const endOfDay = (time_zone: string, day: string): string => {
  const midnight = Date.parse(`${addDays(day, 1)}T00:00:00.000Z`);
  let [last, next] = [midnight - 15 * HOUR_MS, midnight + 15 * HOUR_MS];
  while (next - last > 1) {
    const middle = Math.floor((last + next) / 2);
    if (dayIn(time_zone, new Date(middle)) <= day) last = middle;
    else next = middle;
  }
  return new Date(last).toISOString();
};
