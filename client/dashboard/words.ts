import type { User } from '../../schema/users.ts';
import { daysBefore, type Metric } from '../../sync/dashboard.ts';
import { nameOf } from '../../sync/users.ts';

/** "Good morning, Bea Alvarez", by the viewer's hour (0 to 23). */
export const greeting = (user: Pick<User, 'name' | 'email'>, hour: number): string =>
  `Good ${partOfDay(hour)}, ${nameOf(user)}`;

const partOfDay = (hour: number) => {
  if (hour < 4) return 'evening';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
};

/** "+3 · increase": the sign and a word, whatever the colours. */
export const changeOf = ({ change, changeType }: Pick<Metric, 'change' | 'changeType'>): string => {
  if (changeType === 'neutral') return '±0 · no change';
  return `${change > 0 ? '+' : '−'}${Math.abs(change)} · ${changeType}`;
};

const NEW_DAYS = 7;

/** Whether an account is under seven days old. */
export const isNew = ({ created_at }: Pick<User, 'created_at'>, now: Date): boolean =>
  new Date(created_at).toISOString() > daysBefore(now, NEW_DAYS);
