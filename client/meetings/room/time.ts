import { localTime } from '../../../sync/meetings/local-time.ts';

/** The time of the day in the HOA's time zone: "7:02 PM". */
export const clockTime = (zone: string, at: string): string => {
  const { hour, minute } = localTime(zone, Date.parse(at));
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
};

/** The last instant before `now` at which the clock of the zone showed this time ("19:02"). */
export const lastTime = (zone: string, clock: string, now: string): string => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  const { hour, minute } = localTime(zone, Date.parse(now));
  const back = ((hour - hours) * 60 + minute - minutes + 1440) % 1440;
  const at = new Date(Date.parse(now) - back * 60_000);
  if (back > 0) at.setSeconds(0, 0);
  return at.toISOString();
};
