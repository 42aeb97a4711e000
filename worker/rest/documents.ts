import { DOCUMENT_CATEGORIES } from '../../schema/documents.ts';
import { DOCUMENT_NOT_FOUND } from '../../sync/documents/entity.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { documentsQuery } from '../http/list-queries.ts';
import { fileOf, readDocument, readDocuments } from '../queries/documents.ts';
import { readVisibleRow } from '../queries/visible-row.ts';
import { downloadUrl } from '../services/uploads.ts';
import { command, givenId } from './command.ts';
import { list, query } from './query.ts';
import type { Route } from './route.ts';
import { upload } from './uploads.ts';

const id = DOCUMENT_NOT_FOUND;
const writes = { tag: 'Documents', access: 'board', scope: 'documents:write' } as const;
const reads = { tag: 'Documents', access: 'person', scope: 'documents:read' } as const;

const readLink = async (deps: Deps, actor: Actor, id: string) => {
  const document = await readVisibleRow(deps, actor, 'document', id, DOCUMENT_NOT_FOUND);
  return { downloadUrl: await downloadUrl(deps, fileOf(document)) };
};

export const documentRoutes: readonly Route[] = [
  list('GET /api/documents', {
    ...reads,
    summary: 'List documents',
    notes: 'Residents get the public ones.',
    query: documentsQuery,
    values: { category: DOCUMENT_CATEGORIES },
    read: readDocuments,
    of: 'document',
  }),
  command('POST /api/documents', 'createDocument', {
    ...{ ...writes, isChecked: true, makes: givenId },
    summary: 'Add an uploaded file',
    answer: [201, readDocument, 'document'],
  }),
  upload('POST /api/documents/presigned-url', 'documents', writes),
  query('GET /api/documents/:id', { ...reads, id, summary: 'Get a document', answer: [readDocument, 'document'] }),
  command('PUT /api/documents/:id', 'updateDocument', {
    ...{ ...writes, id },
    summary: 'Change a document',
    answer: [200, readDocument, 'document'],
  }),
  command('DELETE /api/documents/:id', 'deleteDocument', {
    ...{ ...writes, id },
    summary: 'Delete a document and its file',
    answer: [204],
  }),
  query('POST /api/documents/:id/download', {
    ...{ ...reads, id },
    summary: 'Get a link to the file',
    answer: [readLink, 'download'],
  }),
];
