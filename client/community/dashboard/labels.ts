import { daysBefore } from '../../../schema/dates.ts';
import type { User } from '../../../schema/tables/users.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { formatCount, formatPlural } from '../../ui/format.ts';

/** `hour` is the viewer's, 0 to 23. */
export const greeting = (user: Pick<User, 'name' | 'email'>, hour: number): string =>
  `Good ${partOfDay(hour)}, ${nameOf(user)}`;

const partOfDay = (hour: number) => {
  if (hour < 4) return 'evening';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
};

/** undefined without an earlier count to compare with. */
export const trendOf = ({ recent, earlier }: { recent: number; earlier: number }): string | undefined => {
  if (earlier === 0) return undefined;
  if (recent === earlier) return 'same as last month';
  return `${formatCount(Math.abs(recent - earlier))} ${recent > earlier ? 'more' : 'fewer'} than last month`;
};

export const welcome = (hoa: string | undefined, first: boolean): string =>
  `Welcome${first ? '' : ' back'}${hoa ? ` to ${hoa}` : ''}`;

const NEW_DAYS = 7;

export const isNew = ({ created_at }: Pick<User, 'created_at'>, now: Date): boolean =>
  new Date(created_at).toISOString() > daysBefore(now, NEW_DAYS);

const HOUR_MS = 3_600_000;

/** How long ago an instant or a day (YYYY-MM-DD, its end) was: "less than an hour", "5 hours", "3 days". */
export const ageOf = (since: string, now: Date): string => {
  const from = since.length === 10 ? new Date(`${since}T24:00`) : new Date(since);
  const hours = Math.floor((now.getTime() - from.getTime()) / HOUR_MS);
  if (hours < 1) return 'less than an hour';
  return hours < 24 ? formatPlural(hours, 'hour') : formatPlural(Math.floor(hours / 24), 'day');
};
