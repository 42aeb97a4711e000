import * as z from 'zod/mini';
import { accountId } from './accounts.ts';
import { AMOUNT_LIMIT, centsOf } from './dues.ts';
import { calendarDate, id, optionalText } from './inputs.ts';
import { CATEGORIES, MEMO_LIMIT } from './ledger.ts';

/** The most lines of one file, and of one call. */
export const IMPORT_LINES_LIMIT = 5000;
export const IMPORT_BYTES_LIMIT = 2 * 1024 * 1024;
export const LINES_PER_CALL = 100;

const FIRST_DAY = '2000-01-01';
const TEXT_LIMIT = 254;
const AMOUNT_MESSAGE = 'Please enter a valid amount.';
const text = optionalText(TEXT_LIMIT, `Cannot exceed ${TEXT_LIMIT} characters`);
const day = calendarDate('Please select a date.').check(
  z.refine((date) => date >= FIRST_DAY, 'The date is too far back.'),
);

/** Dollars, negative for credit. */
const balance = z.number({ error: AMOUNT_MESSAGE }).check(
  z.refine((dollars) => {
    const cents = Math.abs(centsOf(dollars));
    return cents >= 1 && cents <= AMOUNT_LIMIT && Math.abs(Math.abs(dollars * 100) - cents) < 0.001;
  }, AMOUNT_MESSAGE),
);

/** `line` is its number in the file. Without `account_id` the account is that of the email, else that of the street and
 * unit. */
export const openingLine = z.object({
  line: z.int('Invalid line').check(z.gte(1, 'Invalid line'), z.lte(IMPORT_LINES_LIMIT + 1, 'Invalid line')),
  account_id: z.nullish(accountId),
  email: text,
  street: text,
  unit: text,
  name: text,
  balance,
  as_of: day,
  due_on: z.nullish(day),
  category: z.nullish(z.enum(CATEGORIES, { error: 'Please select a category.' })),
  memo: optionalText(MEMO_LIMIT, `Memo cannot exceed ${MEMO_LIMIT} characters`),
});
export type OpeningLine = z.output<typeof openingLine>;

const NO_LINES = 'The file has no lines.';
const tooMany = `At most ${LINES_PER_CALL} lines can be imported at once.`;

/** The entry of a line has an id from the import's and its own, so that nothing is posted twice. */
export const openingInput = z.object({
  import_id: id,
  lines: z
    .array(openingLine, { error: NO_LINES })
    .check(z.minLength(1, NO_LINES), z.maxLength(LINES_PER_CALL, tooMany)),
  /** True where late fees may be charged on what is taken over. */
  late_fees: z._default(z.boolean(), false),
});

/** Reverses these entries of an import. */
export const openingUndoInput = z.object({
  import_id: id,
  entry_ids: z
    .array(z.string().check(z.maxLength(200, 'Entry not found.')), { error: 'Entry not found.' })
    .check(z.minLength(1, 'Entry not found.'), z.maxLength(LINES_PER_CALL, tooMany)),
});
