import * as z from 'zod/mini';
import {
  AMOUNT_LIMIT,
  centsOf,
  DUE_CATEGORIES,
  DUE_DATE_OFFSET,
  DUE_DESCRIPTION_LIMIT,
  DUE_FREQUENCIES,
  DUE_REASONS,
  DUE_STATUSES,
  DUE_TITLE_LIMIT,
  RECIPIENT_RULES,
  type RecipientRule,
} from './dues.ts';
import { base, listOrChange } from './edits.ts';
import { calendarDate, id, optionalText } from './inputs.ts';
import { FUNDS } from './ledger.ts';

/** Send dates outside this range are typing errors and would create thousands of periods. */
const SEND_DATES = { first: '2000-01-01', last: '2199-12-31' };
const OFFSET_MESSAGE = `Due date offset must be between ${DUE_DATE_OFFSET.min} and ${DUE_DATE_OFFSET.max} days.`;
const AMOUNT_MESSAGE = 'Please enter a valid amount.';
/** Dollars, with at most two decimals. */
export const amount = z.number({ error: AMOUNT_MESSAGE }).check(
  z.refine((dollars) => {
    const cents = centsOf(dollars);
    return cents >= 1 && cents <= AMOUNT_LIMIT && Math.abs(dollars * 100 - cents) < 0.001;
  }, AMOUNT_MESSAGE),
);
const RECIPIENT_MESSAGE = 'Please select at least one recipient.';
const people = z.pipe(
  z.array(id, { error: RECIPIENT_MESSAGE }),
  z.transform((ids) => [...new Set(ids)]),
);
const fields = {
  title: z
    .string({ error: 'Please enter a title.' })
    .check(
      z.trim(),
      z.minLength(1, 'Please enter a title.'),
      z.maxLength(DUE_TITLE_LIMIT, `Title cannot exceed ${DUE_TITLE_LIMIT} characters`),
    ),
  frequency: z.enum(DUE_FREQUENCIES, { error: 'Please select a frequency.' }),
  recipients: people,
  recipient_rule: z.enum(RECIPIENT_RULES, { error: 'Please choose who is billed.' }),
  /** The people that the rule `except` leaves out. */
  excluded: people,
  send_date: calendarDate('Please select a send date.').check(
    z.refine((day) => day >= SEND_DATES.first && day <= SEND_DATES.last, 'Invalid date'),
  ),
  amount,
  reason: z.enum(DUE_REASONS, { error: 'Please select a reason.' }),
  description: optionalText(DUE_DESCRIPTION_LIMIT, `Description cannot exceed ${DUE_DESCRIPTION_LIMIT} characters`),
  fund: z.enum(FUNDS, { error: 'Please select a fund.' }),
  /** Null: what `reason` says. */
  category: z.nullable(z.enum(DUE_CATEGORIES, { error: 'Please select a category.' })),
  due_date_offset: z
    .number({ error: OFFSET_MESSAGE })
    .check(
      z.int(OFFSET_MESSAGE),
      z.minimum(DUE_DATE_OFFSET.min, OFFSET_MESSAGE),
      z.maximum(DUE_DATE_OFFSET.max, OFFSET_MESSAGE),
    ),
};

type Chosen = {
  recipients?: string[] | undefined;
  recipient_rule?: RecipientRule | undefined;
  excluded?: string[] | undefined;
};

/** The rule that is meant where none is named. */
const ruleMeant = ({ recipient_rule, recipients, excluded }: Chosen): RecipientRule =>
  recipient_rule ?? (!recipients?.length && excluded?.length ? 'except' : 'listed');

/** Only a list needs people; a rule finds them. */
export const namesRecipients = z.refine<Chosen>(
  (due) => ruleMeant(due) !== 'listed' || (due.recipients?.length ?? 0) > 0,
  { error: RECIPIENT_MESSAGE, path: ['recipients'], when: () => true },
);

/** A `due_date` in the payload is ignored: it is always send_date plus the offset. */
export const dueInput = z
  .object({
    id,
    ...fields,
    recipients: z._default(fields.recipients, []),
    recipient_rule: z.optional(fields.recipient_rule),
    excluded: z.optional(fields.excluded),
    reason: z._default(fields.reason, 'dues'),
    fund: z._default(fields.fund, 'operating'),
    category: z._default(fields.category, null),
    due_date_offset: z._default(fields.due_date_offset, DUE_DATE_OFFSET.default),
  })
  .check(namesRecipients);
export const dueUpdate = z.extend(
  z.partial(
    z.object({
      ...fields,
      recipients: listOrChange(fields.recipients, id),
      excluded: listOrChange(fields.excluded, id),
      status: z.enum(DUE_STATUSES, { error: 'Invalid status' }),
    }),
  ),
  { id, base },
);
