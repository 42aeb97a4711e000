import * as z from 'zod';
import { isBlank } from './rich-text.ts';

export const TITLE_LIMIT = 200;
export const RICH_LIMIT = 50_000;

/** A UUID of any version in lower case, made by the caller: ours are version 7, or 8 where derived. */
export const id = z.guid('Invalid id').toLowerCase();

/** Whether a text has a visible character: zero-width letters make no name and no title. */
export const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}]/u;

/** A trimmed single line that must not be blank. */
export const line = (required: string, limit = TITLE_LIMIT) =>
  z.string({ error: required }).trim().regex(VISIBLE, required).max(limit, `Cannot exceed ${limit} characters`);

/** Rich text with visible content. */
export const rich = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .max(RICH_LIMIT, `Cannot exceed ${RICH_LIMIT.toLocaleString('en-US')} characters`)
    .refine((html) => !isBlank(html), required);

/** A date or an instant in ISO 8601. */
export const isoDate = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'Invalid date');

/** A trimmed line; blank and missing are null. */
export const optionalText = (limit: number, message: string) =>
  z
    .string()
    .trim()
    .max(limit, message)
    .nullish()
    .transform((text) => text || null);

/** An email, trimmed and lower-cased as it is stored and compared. */
export const emailAddress = (required: string, invalid = 'Please enter a valid email address') =>
  z.string({ error: required }).trim().toLowerCase().min(1, required).max(254, invalid).pipe(z.email(invalid));
