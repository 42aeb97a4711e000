import * as z from 'zod/mini';
import { id } from './inputs.ts';
import { accountId } from './postings.ts';

/** A step of the rules, by hand of the board, before an instalment of a plan, or that a plan was broken. */
export const REMINDER_KINDS = ['step', 'by_hand', 'instalment', 'broken_plan'] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

/** A mail is queued, then delivered (the mail service took it), refused or skipped; a letter is to print, then printed. */
export const REMINDER_STATUSES = ['queued', 'delivered', 'refused', 'skipped', 'to_print', 'printed'] as const;
export type ReminderStatus = (typeof REMINDER_STATUSES)[number];

export const REMINDER_CHANNELS = ['mail', 'letter'] as const;

/** `id` is that of the reminder. */
export const remindInput = z.object({ id, account_id: accountId });

const PRINTS_LIMIT = 400;
export const printInput = z.object({
  ids: z
    .array(z.string().check(z.minLength(1), z.maxLength(300)), { error: 'Please select a letter.' })
    .check(
      z.minLength(1, 'Please select a letter.'),
      z.maxLength(PRINTS_LIMIT, `At most ${PRINTS_LIMIT} letters can be printed at once.`),
    ),
});
