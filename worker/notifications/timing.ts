import type { NotificationPreferences } from '../../schema/tables/notifications.ts';

export type Hours = Pick<NotificationPreferences, 'quiet_from' | 'quiet_to' | 'digest_hour'>;

const QUARTER_MS = 15 * 60_000;
/** Beyond two days, because an hour is missing when summer time begins. */
const QUARTERS = 4 * 50;

/** When mails that became due at `due` may go out: at the hour of the digest, if there is one, and not in quiet hours. */
export const mailTime = (hours: Hours, timeZone: string, due: Date, now: Date): Date =>
  hours.digest_hour === null ? pushTime(hours, timeZone, later(due, now)) : nextHour(timeZone, hours.digest_hour, due);

/** When a push may go out that is wanted at `now`. */
export const pushTime = ({ quiet_from: from, quiet_to: to }: Hours, timeZone: string, now: Date): Date =>
  from !== null && to !== null && isWithin(from, to, clockOf(timeZone, now).hour) ? nextHour(timeZone, to, now) : now;

const later = (a: Date, b: Date) => (a > b ? a : b);

const isWithin = (from: number, to: number, hour: number): boolean =>
  from < to ? hour >= from && hour < to : hour >= from || hour < to;

/** The first instant from `start` on at which the clock shows the full hour. Every zone is a multiple of 15 minutes from
 * UTC. */
const nextHour = (timeZone: string, hour: number, start: Date): Date => {
  let at = Math.ceil(start.getTime() / QUARTER_MS) * QUARTER_MS;
  for (let quarters = 0; quarters < QUARTERS; quarters += 1) {
    const clock = clockOf(timeZone, new Date(at));
    if (clock.hour === hour && clock.minute === 0) break;
    at += QUARTER_MS;
  }
  return new Date(at);
};

const clockOf = (timeZone: string, at: Date): { hour: number; minute: number } => {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...CLOCK });
  formats.set(timeZone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return { hour: parts.hour ?? 0, minute: parts.minute ?? 0 };
};

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const formats = new Map<string, Intl.DateTimeFormat>();
