import { addDays } from '../../schema/dates.ts';
import { offsetAt } from '../../sync/meetings/local-time.ts';
import type { Community } from './community.ts';

const TIME_ZONE = 'America/Chicago';

/** The instant of a time of day ("19:00") so many days from today. */
export const eveningOf = ({ clock }: Community, days: number, time: string): string => {
  const utc = Date.parse(`${addDays(clock.today, days)}T${time}:00Z`);
  return new Date(utc - offsetAt(TIME_ZONE, utc)).toISOString();
};
