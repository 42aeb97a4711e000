import * as z from 'zod';
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

const tag = z.string().trim().min(1).max(50);
const REQUIRED = 'Please fill in all required fields';
const fields = {
  title: line(REQUIRED),
  category: z.enum(DOCUMENT_CATEGORIES, { error: REQUIRED }),
  notes: optionalText(DOCUMENT_NOTES_LIMIT, `Notes cannot exceed ${DOCUMENT_NOTES_LIMIT} characters`),
  tags: z.array(tag).max(50),
};

export const documentInput = z.object({
  id,
  ...fields,
  tags: fields.tags.default([]),
  is_public: z.boolean().default(true),
  s3_key: z.string({ error: REQUIRED }).min(1, REQUIRED).max(1024),
  file_type: z
    .string({ error: FILE_TYPE_MESSAGES.documents })
    .toLowerCase()
    .refine((type) => Object.hasOwn(FILE_TYPES, type), FILE_TYPE_MESSAGES.documents),
  file_size: z.number({ error: REQUIRED }).int().min(1, REQUIRED).max(FILE_LIMIT, FILE_SIZE_MESSAGE),
});
export const documentUpdate = z
  .object({ ...fields, tags: listOrChange(fields.tags, tag), is_public: z.boolean() })
  .partial()
  .extend({ id, base });
export const documentDeletion = z.object({ id });
