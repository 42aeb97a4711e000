import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { DOCUMENT_CATEGORIES, DOCUMENT_NOTES_LIMIT, DOCUMENT_TEXT_PART } from '../documents.ts';
import { TITLE_LIMIT } from '../inputs.ts';
import { FILE_LIMIT, FILE_TYPES } from '../uploads.ts';
import { atMost, editsColumn, entityTable, oneOf, type RowOf, searchColumn } from './columns.ts';
import { hoas } from './hoas.ts';
import { users } from './users.ts';

export const documents = entityTable(
  'document',
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

/** The text of a document's file in parts, for the search alone, so that a device reads it only then. The id is
 * `textId(...)`. */
export const document_texts = entityTable(
  'documentText',
  'document_texts',
  {
    document_id: text().notNull(),
    /** From 0. */
    part: integer().notNull(),
    text: text().notNull(),
    /** As that of the document. */
    is_public: integer({ mode: 'boolean' }).notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id, t.document_id], foreignColumns: [documents.hoa_id, documents.id] }).onDelete(
      'cascade',
    ),
    uniqueIndex('document_texts_part').on(t.hoa_id, t.document_id, t.part),
    atMost('document_texts_text', t.text, DOCUMENT_TEXT_PART),
  ],
);

export type Document = RowOf<typeof documents>;
export type DocumentText = typeof document_texts.$inferSelect;
