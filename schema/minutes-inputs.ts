import * as z from 'zod/mini';
import { ACTION_TITLE_REQUIRED } from './action-words.ts';
import { calendarDate, id, isoDate, line, optionalText, RICH_LIMIT } from './inputs.ts';
import { executiveSession, fileSource } from './meeting-facts.ts';
import { ACTION_ITEM_STATUSES } from './meetings.ts';

const DESK_LIMIT = 60;
const desk = z._default(z.string().check(z.trim(), z.maxLength(DESK_LIMIT)), '');
const file = z.optional(fileSource);

/** A stretch of typing: saved again under its id until another row replaces it. */
export const minutesTextInput = z.object({
  id,
  meeting_id: id,
  /** Null: the section before the first item. */
  item_id: z._default(z.nullable(id), null),
  text: z.string().check(z.maxLength(RICH_LIMIT, 'Cannot exceed 50,000 characters')),
  replaces: z._default(z.array(id).check(z.maxLength(200)), []),
  at: z.optional(isoDate),
  desk,
  executive_session_id: executiveSession,
  file,
});

export const minutesStatusInput = z.object({
  meeting_id: id,
  status: z.enum(['draft', 'in_review', 'approved'], { error: 'Invalid status' }),
  /** Approved minutes have it: the newest entry that was looked at and needs no correction. */
  late_at: z.optional(isoDate),
});

export const minutesPublication = z.object({ meeting_id: id });

/** The state of the record when the board decided: its status, and the paid amount of an invoice. */
const seen = z.object({
  status: z.string().check(z.maxLength(40)),
  paid_cents: z.optional(z.int().check(z.minimum(0))),
});

export const decisionInput = z.object({
  motion_id: id,
  /** Which of several records the motion acts on. */
  record_id: z.optional(z.string().check(z.maxLength(100))),
  /** Instead of what was planned. */
  status: z.optional(z.string().check(z.maxLength(40))),
  seen,
  /** Leaves the record as it is. */
  leave: z.optional(z.boolean()),
});

const NAME_LIMIT = 200;
const ownerName = z.string().check(z.trim(), z.maxLength(NAME_LIMIT, 'Cannot exceed 200 characters'));
const actionFields = {
  title: line(ACTION_TITLE_REQUIRED),
  due_on: z.nullable(calendarDate('Please select a date.')),
  owner_id: z.nullable(id),
  owner_name: ownerName,
};

export const actionItemInput = z.object({
  id,
  ...actionFields,
  due_on: z._default(actionFields.due_on, null),
  owner_id: z._default(actionFields.owner_id, null),
  owner_name: z._default(ownerName, ''),
  meeting_id: z._default(z.nullable(id), null),
  item_id: z._default(z.nullable(id), null),
  motion_id: z._default(z.nullable(id), null),
  /** When it was made, by the clock of its device. */
  at: z.optional(isoDate),
  desk,
  executive_session_id: executiveSession,
  file,
});

export const actionItemUpdate = z.extend(
  z.partial(
    z.object({
      ...actionFields,
      status: z.enum(ACTION_ITEM_STATUSES, { error: 'Invalid status' }),
      done_note: optionalText(1000, 'Cannot exceed 1,000 characters'),
    }),
  ),
  { id },
);
