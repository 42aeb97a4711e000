import * as z from 'zod/mini';
import { addDays } from './dates.ts';
import { messageOf } from './messages.ts';
import { isBlank } from './rich-text.ts';

// Zod's own messages are for programmers.
z.config({ localeError: messageOf });

export const TITLE_LIMIT = 200;
export const RICH_LIMIT = 50_000;

/** Callers create ids: UUID version 7, or version 8 where the id is derived. Any version is accepted. */
export const id = z.guid('Invalid id').check(z.toLowerCase());

/** Matches a visible character, because zero-width characters alone make no name or title. */
export const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}]/u;

export const line = (required: string, limit = TITLE_LIMIT) =>
  z
    .string({ error: required })
    .check(z.trim(), z.regex(VISIBLE, required), z.maxLength(limit, `Cannot exceed ${limit} characters`));

export const rich = (required: string) =>
  z.string({ error: required }).check(
    z.trim(),
    z.maxLength(RICH_LIMIT, 'Cannot exceed 50,000 characters'),
    z.refine((html) => !isBlank(html), required),
  );

export const isoDate = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'Invalid date'));

/** An instant with its time zone, so that it is the same instant everywhere. */
export const instantInput = (invalid: string) =>
  z.pipe(
    z
      .string({ error: invalid })
      .check(z.refine((text) => /T.+(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)), invalid)),
    z.transform((text) => new Date(text).toISOString()),
  );

/** Accepts 'YYYY-MM-DD' or an instant, of which it keeps the date as written. Rejects dates that do not exist. */
export const calendarDate = (required: string) =>
  z
    .pipe(
      z.string({ error: required }).check(
        z.trim(),
        z.minLength(1, required),
        z.refine((text) => /^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text) && !Number.isNaN(Date.parse(text)), 'Invalid date'),
      ),
      z.transform((text) => text.slice(0, 10)),
    )
    .check(z.refine((day) => addDays(day, 0) === day, 'Invalid date'));

export const optionalText = (limit: number, message: string) =>
  z.pipe(
    z.nullish(z.string().check(z.trim(), z.maxLength(limit, message))),
    z.transform((text) => text || null),
  );

export const emailAddress = (required: string, invalid = 'Please enter a valid email address') =>
  z.pipe(
    z.string({ error: required }).check(z.trim(), z.toLowerCase(), z.minLength(1, required), z.maxLength(254, invalid)),
    z.email(invalid),
  );
