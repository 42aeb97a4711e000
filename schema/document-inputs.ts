import * as z from 'zod/mini';
import { cleanText, DOCUMENT_CATEGORIES, DOCUMENT_NOTES_LIMIT } from './documents.ts';
import { base, listOrChange } from './edits.ts';
import { id, line, optionalText } from './inputs.ts';
import { FILE_LIMIT, FILE_SIZE_MESSAGE, FILE_TYPE_MESSAGES, FILE_TYPES } from './uploads.ts';

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
  /** The file's text, as the device that uploads it has read it. */
  text: z.optional(z.pipe(z.string(), z.transform(cleanText))),
});
export const documentUpdate = z.extend(
  z.partial(z.object({ ...fields, tags: listOrChange(fields.tags, tag), is_public: z.boolean() })),
  { id, base },
);
export const documentDeletion = z.object({ id });
