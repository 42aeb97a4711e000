import * as z from 'zod/mini';
import { base, listOrChange } from './edits.ts';
import { id, line, optionalText } from './inputs.ts';
import { FILE_LIMIT, FILE_SIZE_MESSAGE, FILE_TYPE_MESSAGES, FILE_TYPES } from './uploads.ts';

export const DOCUMENT_CATEGORIES = [
  'Bylaws',
  'Financials',
  'Meeting Minutes',
  'Legal',
  'Architectural',
  'Insurance',
  'Maintenance',
  'Other',
] as const;
export type DocumentCategory = (typeof DOCUMENT_CATEGORIES)[number];
export const DOCUMENT_NOTES_LIMIT = 500;

/** Characters of a document's text that are kept, in rows of at most DOCUMENT_TEXT_PART: about a hundred pages. */
export const DOCUMENT_TEXT_PARTS = 8;
export const DOCUMENT_TEXT_PART = 30_000;
export const DOCUMENT_TEXT_LIMIT = DOCUMENT_TEXT_PARTS * DOCUMENT_TEXT_PART;

/** What a device has read from a file: words and single spaces, cut to the limit. */
export const cleanText = (text: string): string =>
  text
    .slice(0, 2 * DOCUMENT_TEXT_LIMIT)
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, DOCUMENT_TEXT_LIMIT)
    .replace(/\p{Cs}/gu, '');

const tag = z.string().check(z.trim(), z.minLength(1), z.maxLength(50));
const REQUIRED = 'Please fill in all required fields';
const fields = {
  title: line(REQUIRED),
  category: z.enum(DOCUMENT_CATEGORIES, { error: REQUIRED }),
  notes: optionalText(DOCUMENT_NOTES_LIMIT, `Notes cannot exceed ${DOCUMENT_NOTES_LIMIT} characters`),
  tags: z.array(tag).check(z.maxLength(50)),
};

export const documentInput = z.object({
  id,
  ...fields,
  tags: z._default(fields.tags, []),
  is_public: z._default(z.boolean(), true),
  s3_key: z.string({ error: REQUIRED }).check(z.minLength(1, REQUIRED), z.maxLength(1024)),
  file_type: z.string({ error: FILE_TYPE_MESSAGES.documents }).check(
    z.toLowerCase(),
    z.refine((type) => Object.hasOwn(FILE_TYPES, type), FILE_TYPE_MESSAGES.documents),
  ),
  file_size: z
    .number({ error: REQUIRED })
    .check(z.int(), z.minimum(1, REQUIRED), z.maximum(FILE_LIMIT, FILE_SIZE_MESSAGE)),
  /** What the file says, as the device that uploads it has read it. */
  text: z.optional(z.pipe(z.string(), z.transform(cleanText))),
});
export const documentUpdate = z.extend(
  z.partial(z.object({ ...fields, tags: listOrChange(fields.tags, tag), is_public: z.boolean() })),
  { id, base },
);
export const documentDeletion = z.object({ id });
