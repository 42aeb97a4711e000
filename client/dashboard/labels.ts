import type { User } from '../../schema/tables/users.ts';
import { daysBefore } from '../../sync/dashboard.ts';
import { nameOf } from '../../sync/users.ts';
import { formatCount } from '../ui/format.ts';

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
