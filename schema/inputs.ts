import * as z from 'zod';
import { isBlank } from './rich-text.ts';

export const TITLE_LIMIT = 200;
export const RICH_LIMIT = 50_000;

/** A row's id: a UUID of any version, made by the caller (ours are version 7, or 8 where derived), in lower case. */
export const id = z.guid('Invalid id').toLowerCase();

/** Says something to the eye: letters that take no room, or none that is seen, make no name and no title. */
export const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}]/u;

/** A trimmed single line that must not be blank. */
export const line = (required: string, limit = TITLE_LIMIT) =>
  z.string({ error: required }).trim().regex(VISIBLE, required).max(limit, `Cannot exceed ${limit} characters`);

/** Rich text that must say something once its tags are stripped. */
export const rich = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .max(RICH_LIMIT, `Cannot exceed ${RICH_LIMIT.toLocaleString('en-US')} characters`)
    .refine((html) => !isBlank(html), required);

/** A date or an instant in ISO 8601. */
export const isoDate = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'Invalid date');

/** A trimmed line that may be left out; blank and missing are both null. */
export const optionalText = (limit: number, message: string) =>
  z
    .string()
    .trim()
    .max(limit, message)
    .nullish()
    .transform((text) => text || null);

/** An email in the one form in which it is stored and compared: trimmed and lower-cased. */
export const emailAddress = (required: string, invalid = 'Please enter a valid email address') =>
  z.string({ error: required }).trim().toLowerCase().min(1, required).max(254, invalid).pipe(z.email(invalid));
