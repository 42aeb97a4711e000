import * as z from 'zod/mini';
import { calendarDate, id } from './inputs.ts';
import { directorName, owner, owners, weight, words } from './meeting-inputs.ts';
import { OFFICES } from './meetings.ts';

export const rollFreezing = z.object({
  meeting_id: id,
  record_date: z.nullish(calendarDate('Please select a date.')),
});

/** A meeting's id and that of an address or a director. */
const rollUnitId = z.string().check(z.minLength(1), z.maxLength(100));

/** `reason` is asked for once the meeting was called to order. */
export const rollUnitUpdate = z.object({
  id: rollUnitId,
  weight: z.optional(weight),
  owners: z.optional(owners),
  designated: z.optional(z.nullable(owner)),
  suspended: z.optional(z.boolean()),
  non_voting: z.optional(z.boolean()),
  removed: z.optional(z.boolean()),
  reason: z.optional(words(500)),
});

/** `member_id` is that of an address, or of a user at a board meeting; with `name` a new one, of a director without an account.
 * `reason` is asked for once the meeting was called to order. */
export const rollUnitAddition = z.object({
  meeting_id: id,
  member_id: id,
  name: z.optional(directorName),
  office: z._default(z.enum(OFFICES), 'Director'),
  reason: z.optional(words(500)),
});
