import { addDays } from '../../schema/dates.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import { endOfDay } from '../../sync/ledger/dates.ts';
import type { Deps } from '../deps.ts';
import { Postponed } from '../services/errors.ts';

/** Reminders go out from this hour of the HOA's clock on. */
export const REMIND_HOUR = 9;
const HOUR_MS = 3_600_000;

/** Throws Postponed where the HOA's clock was set back since the job of `day` was queued, until `hour` of that day. */
export const waitForDay = ({ now }: Pick<Deps, 'now'>, hoa: { time_zone: string }, day: string, hour = 0): void => {
  if (todayOf(hoa, now()) >= day) return;
  const before = Date.parse(endOfDay(hoa.time_zone, addDays(day, -1)));
  throw new Postponed('This day has yet to begin in the new time zone', new Date(before + 1 + hour * HOUR_MS));
};
