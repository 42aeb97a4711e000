import { addDays, addMonths, dayIn, laterOf } from '../../schema/dates.ts';
import { todayOf } from '../dues/entity.ts';
import { Refusal, type Tx } from '../tx.ts';
import { dayInWords } from '../words.ts';

/** The HOA's calendar date of now, or of when a device wrote it, where that is earlier. */
export const dayOfWriting = async (tx: Tx, written_at = tx.now): Promise<string> => {
  const at = Date.parse(written_at) < Date.parse(tx.now) ? new Date(written_at).toISOString() : tx.now;
  return todayOf(await tx.get('hoa', tx.actor.hoa_id), at);
};

const refuseDate = (path: string, msg: string): never => {
  throw new Refusal('invalid', msg, [{ path, msg }]);
};

/** Throws Refusal('invalid') for a day that has not come; clocks may be a day apart. */
export const assertPast = async (tx: Tx, path: string, day: string): Promise<void> => {
  const today = await dayOfWriting(tx);
  if (day > addDays(today, 1)) refuseDate(path, 'The date cannot be in the future.');
};

/** The day that counts for what follows an entry: as chosen, else today, but never before `first`. Throws Refusal('invalid'). */
export const dayOfFollowing = async (
  tx: Tx,
  { effective_on, written_at }: { effective_on?: string | undefined; written_at?: string | undefined },
  first: string,
): Promise<string> => {
  const day = effective_on ?? laterOf(await dayOfWriting(tx, written_at), first);
  await assertPast(tx, 'effective_on', day);
  assertNotBefore('effective_on', day, first);
  return day;
};

/** Throws Refusal('invalid'). */
export const assertNotBefore = (path: string, day: string, first: string): void => {
  if (day < first) refuseDate(path, `The date cannot be before ${dayInWords(first)}.`);
};

/** The HOA's calendar date of an instant at which the provider moved money: never before `first`, nor one to come. */
export const dayOfMovement = async (tx: Tx, at: string, first: string): Promise<string> => {
  const [day, today] = [todayOf(await tx.get('hoa', tx.actor.hoa_id), at), await dayOfWriting(tx)];
  return [laterOf(day, first), today].sort()[0] ?? today;
};

const MONTHS_AHEAD = 24;

/** Throws Refusal('invalid') for a due date of a single charge before `today` or more than two years ahead. */
export const assertDueAhead = (today: string, due_on: string): void => {
  if (due_on < today) refuseDate('due_on', 'The due date cannot be in the past.');
  if (due_on > addMonths(today, MONTHS_AHEAD)) refuseDate('due_on', 'The due date can be at most 2 years ahead.');
};

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
