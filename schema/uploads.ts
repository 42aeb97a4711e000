import { foreignKey, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { oneOf } from './columns.ts';
import { users } from './users.ts';

/** 10 MB, itself allowed. */
export const FILE_LIMIT = 10_485_760;

/** Extension -> content type of everything that may be uploaded. */
export const FILE_TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
};
export const FILE_TYPE_MESSAGE = 'File type not allowed. Please upload PDF, DOC, DOCX, or image files';
export const FILE_SIZE_MESSAGE = 'File size must be less than 10MB';
export const FILE_EMPTY_MESSAGE = 'This file is empty';
/** What each area says of a file of another type. */
export const FILE_TYPE_MESSAGES: Record<UploadFeature, string> = {
  announcements: FILE_TYPE_MESSAGE,
  requests: FILE_TYPE_MESSAGE,
  documents: 'File type not supported. Please use PDF, DOC, DOCX, JPG, JPEG, PNG, or GIF',
  violations: 'Invalid file type. Allowed: JPG, PNG, GIF, PDF, DOC, DOCX',
};

export const extensionOf = (name: string) => (name.includes('.') ? (name.split('.').pop() ?? '').toLowerCase() : '');

/** A file's own name: no folders, no control or direction characters. */
export const displayName = (fileName: string) =>
  fileName
    .replace(/^.*[\\/]/, '')
    .replace(/\p{C}/gu, '')
    .trim();

/** Whether name and content type agree on an allowed type. A caller that knows no content type passes ''. */
export const isAllowedFile = (name: string, type: string) => {
  const expected = FILE_TYPES[extensionOf(name)];
  return expected !== undefined && (type === '' || type.toLowerCase() === expected);
};

export const UPLOAD_FEATURES = ['announcements', 'requests', 'documents', 'violations'] as const;
export type UploadFeature = (typeof UPLOAD_FEATURES)[number];

/** A stored file: its key, and what people see of it. `size` in bytes, `type` a content type. `pending` until its bytes
 * have been checked. */
export type StoredFile = { key: string; name: string; size: number; type: string; pending?: true };

/** Every upload link ever given: what it was bound to, and what was found when a record claimed it. */
export const uploads = sqliteTable(
  'uploads',
  {
    /** The key the browser uploads to. */
    key: text().primaryKey(),
    hoa_id: text().notNull(),
    user_id: text().notNull(),
    feature: text({ enum: UPLOAD_FEATURES }).notNull(),
    name: text().notNull(),
    content_type: text().notNull(),
    /** Bytes, where the caller named them. */
    size: integer(),
    /** Where the verified bytes lie, or will; null until a record claimed the key. */
    final_key: text(),
    /** The one record that names the file, as `entity/id`. */
    record: text(),
    /** Claimed while storage did not answer: nobody has looked at the bytes yet. */
    pending: integer({ mode: 'boolean' }).notNull().default(false),
    created_at: text().notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
    index('uploads_final').on(t.final_key),
    oneOf('uploads_feature', t.feature, UPLOAD_FEATURES),
  ],
);
export type Upload = typeof uploads.$inferSelect;

/** What is asked of a file before its upload, in an area's own words. */
export const presignFor = (feature: UploadFeature) =>
  z
    .object({
      fileName: z.string({ error: 'No file selected' }).min(1, 'No file selected').max(255),
      fileType: z.string({ error: FILE_TYPE_MESSAGES[feature] }).max(200),
      fileSize: z.number().int().min(1, FILE_EMPTY_MESSAGE).max(FILE_LIMIT, FILE_SIZE_MESSAGE).optional(),
    })
    .refine((file) => isAllowedFile(file.fileName, file.fileType) && file.fileType !== '', {
      error: FILE_TYPE_MESSAGES[feature],
      path: ['fileType'],
    });
export const presignInput = /* @__PURE__ */ presignFor('requests');
export const downloadInput = z.object({ s3Key: z.string().min(1).max(1024) });
