import type { InStatement } from '@libsql/client';
import type { Document } from '../../schema/documents.ts';
import type { StoredFile } from '../../schema/uploads.ts';
import { FILE_TYPES } from '../../schema/uploads.ts';
import { canManage, DOCUMENT_NOT_FOUND, type DocumentQuery, synced } from '../../sync/documents.ts';
import { batch } from '../../sync/server/retry.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { type Paging, recordBody } from '../http/rest-shapes.ts';
import { all, anyOf, type Condition, contains } from './conditions.ts';

type Selection = DocumentQuery & { id?: string };

/** A page of the documents the viewer may see, as the wire shows them, and how many there are in all. One round trip. */
export const readDocuments = async ({ db }: Pick<Deps, 'db'>, viewer: Actor, selection: Selection, paging: Paging) => {
  const where = admitted(viewer, selection);
  const count = { sql: `SELECT count(*) AS total FROM documents t WHERE ${where.sql}`, args: where.args };
  const [counted, rows] = await batch(db, [count, pageOf(where, paging)], 'read');
  return {
    docs: (rows?.rows ?? []).map(({ row }) => shape(JSON.parse(String(row)) as Document, viewer)),
    total: Number(counted?.rows[0]?.total),
  };
};

/** One document as the wire shows it. Throws Refusal('not_found') where the viewer may not see it. */
export const readDocument = async (deps: Pick<Deps, 'db'>, viewer: Actor, id: string) => {
  const { docs } = await readDocuments(deps, viewer, { id }, { page: 1, limit: 1 });
  return orNotFound(docs[0], DOCUMENT_NOT_FOUND);
};

/** What a document downloads as: its title, with the extension of its type. */
export const fileOf = ({ title, file_type, file_size, file_pending, s3_key }: Document): StoredFile => ({
  key: s3_key,
  name: named(title.replace(/[\\/:*?"<>|\s\p{C}]+/gu, ' ').trim() || 'document', file_type),
  size: file_size,
  type: FILE_TYPES[file_type] ?? 'application/octet-stream',
  ...(file_pending && { pending: true }),
});

const named = (title: string, extension: string) =>
  title.toLowerCase().endsWith(`.${extension}`) ? title : `${title}.${extension}`;

/** `audiences` and `list` of sync/documents.ts, asked of SQL. */
const admitted = (viewer: Actor, { id, search, category }: Selection): Condition =>
  all([
    { sql: 't.hoa_id = ?', args: [viewer.hoa_id] },
    ...(canManage(viewer) ? [] : [{ sql: 't.is_public = 1', args: [] }]),
    ...(id === undefined ? [] : [{ sql: 't.id = ?', args: [id] }]),
    ...anyOf('t.category', category),
    ...either(contains('t.title', search), contains('t.notes', search)),
  ]);

const either = ([one]: Condition[], [other]: Condition[]): Condition[] =>
  one && other ? [{ sql: `(${one.sql} OR ${other.sql})`, args: [...one.args, ...other.args] }] : [];

const pageOf = (where: Condition, { page, limit }: Paging): InStatement => ({
  sql: `SELECT ${shapes.document.json} AS row FROM documents t WHERE ${where.sql}
    ORDER BY t.created_at DESC, t.id DESC LIMIT ? OFFSET ?`,
  args: [...where.args, limit, (page - 1) * limit],
});

const shape = (document: Document, viewer: Actor) => {
  const { uploaded_by, uploaded_by_name, file_pending, ...seen } = synced.view(document, viewer);
  return {
    ...recordBody(seen),
    ...(file_pending && { file_pending }),
    fileSizeFormatted: `${(document.file_size / 1024 / 1024).toFixed(2)} MB`,
    ...(uploaded_by !== undefined && { uploaded_by: { _id: uploaded_by, name: uploaded_by_name } }),
  };
};
