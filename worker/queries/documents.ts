import type { Document } from '../../schema/tables/documents.ts';
import { FILE_TYPES, type StoredFile } from '../../schema/uploads.ts';
import { DOCUMENT_NOT_FOUND, type DocumentQuery } from '../../sync/documents/entity.ts';
import { entities } from '../../sync/index.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { type Paging, recordBody } from '../http/rest-shapes.ts';
import type { DocumentBody } from '../shapes/community.ts';
import { ONE, type Page, pageOf, readPage, rowsOf } from './list.ts';
import { json } from './query.ts';

type Reader = Pick<Deps, 'db'>;

export const readDocuments = (deps: Reader, viewer: Actor, query: DocumentQuery, paging: Paging) =>
  read(deps, viewer, pageOf(viewer, 'document', query, paging));

export const readDocument = async (deps: Reader, viewer: Actor, id: string) => {
  const { docs } = await read(deps, viewer, pageOf(viewer, 'document', {}, ONE, { id }));
  return orNotFound(docs[0], DOCUMENT_NOT_FOUND);
};

export const readDocumentsNamed = async (deps: Reader, viewer: Actor, ids: readonly string[]) =>
  (await read(deps, viewer, pageOf(viewer, 'document', {}, { page: 1, limit: ids.length }, { id: ids }))).docs;

const read = async (deps: Reader, viewer: Actor, page: Page) => {
  const { rows, others: _, ...found } = await readPage(deps, page, rowsOf(page, `${shapes.document.json} AS row`));
  return { docs: rows.map(({ row }) => documentBody(json<Document>(row), viewer)), ...found };
};

export const fileOf = ({ title, file_type, file_size, file_pending, s3_key }: Document): StoredFile => ({
  key: s3_key,
  name: named(title.replace(/[\\/:*?"<>|\s\p{C}]+/gu, ' ').trim() || 'document', file_type),
  size: file_size,
  type: FILE_TYPES[file_type] ?? 'application/octet-stream',
  ...(file_pending && { pending: true }),
});

const named = (title: string, extension: string) =>
  title.toLowerCase().endsWith(`.${extension}`) ? title : `${title}.${extension}`;

const documentBody = (document: Document, viewer: Actor): DocumentBody => {
  const { uploaded_by, uploaded_by_name, file_pending, ...seen } = entities.document.view(document, viewer) as Document;
  return {
    ...recordBody(seen),
    ...(file_pending && { file_pending }),
    fileSizeFormatted: `${(document.file_size / 1024 / 1024).toFixed(2)} MB`,
    ...(uploaded_by !== undefined && { uploaded_by: { _id: uploaded_by, name: uploaded_by_name } }),
  };
};
