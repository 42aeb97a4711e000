import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { atMost, oneOf, type RowOf, searchColumn, tenantTable } from './columns.ts';
import { base, editsColumn, listOrChange } from './edits.ts';
import { hoas } from './hoas.ts';
import { id, line, optionalText, TITLE_LIMIT } from './inputs.ts';
import { FILE_LIMIT, FILE_SIZE_MESSAGE, FILE_TYPE_MESSAGES, FILE_TYPES } from './uploads.ts';
import { users } from './users.ts';

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

export const documents = tenantTable(
  'documents',
  {
    title: text().notNull(),
    category: text({ enum: DOCUMENT_CATEGORIES }).notNull(),
    /** An extension; the size is in bytes. */
    file_type: text().notNull(),
    file_size: integer().notNull(),
    is_public: integer({ mode: 'boolean' }).notNull().default(true),
    notes: text(),
    tags: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    s3_key: text().notNull(),
    /** True until the bytes are verified. */
    file_pending: integer({ mode: 'boolean' }).notNull().default(false),
    uploaded_by: text().notNull(),
    uploaded_by_name: text().notNull(),
    created_at: text().notNull(),
    edits: editsColumn(),
    search_text: searchColumn(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.uploaded_by], foreignColumns: [users.hoa_id, users.id] }),
    // One document per file, because deleting the document deletes the file.
    uniqueIndex('documents_file').on(t.s3_key),
    index('documents_newest').on(t.hoa_id, t.created_at, t.id),
    index('documents_public').on(t.hoa_id, t.is_public, t.created_at, t.id),
    oneOf('documents_category', t.category, DOCUMENT_CATEGORIES),
    oneOf('documents_file_type', t.file_type, Object.keys(FILE_TYPES)),
    check('documents_file_size', sql`${t.file_size} between 1 and ${sql.raw(String(FILE_LIMIT))}`),
    atMost('documents_title', t.title, TITLE_LIMIT),
    atMost('documents_notes', t.notes, DOCUMENT_NOTES_LIMIT),
  ],
);

export type Document = RowOf<typeof documents>;

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
