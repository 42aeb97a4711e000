import * as z from 'zod';
import { isBlank } from './rich-text.ts';

export const TITLE_LIMIT = 200;
export const RICH_LIMIT = 50_000;

/** Callers create ids: UUID version 7, or version 8 where the id is derived. Any version is accepted. */
export const id = z.guid('Invalid id').toLowerCase();

/** Matches a visible character, because zero-width characters alone make no name or title. */
export const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}]/u;

export const line = (required: string, limit = TITLE_LIMIT) =>
  z.string({ error: required }).trim().regex(VISIBLE, required).max(limit, `Cannot exceed ${limit} characters`);

export const rich = (required: string) =>
  z
    .string({ error: required })
    .trim()
    .max(RICH_LIMIT, `Cannot exceed ${RICH_LIMIT.toLocaleString('en-US')} characters`)
    .refine((html) => !isBlank(html), required);

export const isoDate = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'Invalid date');

export const optionalText = (limit: number, message: string) =>
  z
    .string()
    .trim()
    .max(limit, message)
    .nullish()
    .transform((text) => text || null);

export const emailAddress = (required: string, invalid = 'Please enter a valid email address') =>
  z.string({ error: required }).trim().toLowerCase().min(1, required).max(254, invalid).pipe(z.email(invalid));
