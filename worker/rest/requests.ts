import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../../schema/requests.ts';
import { REQUEST_NOT_FOUND } from '../../sync/requests/entity.ts';
import { requestsQuery } from '../http/list-queries.ts';
import { readSingleFile } from '../http/multipart.ts';
import { readAttachment, readRequest, readRequests } from '../queries/requests.ts';
import { readVisibleRow } from '../queries/visible-row.ts';
import { runMutator } from '../run-mutator.ts';
import { uploadFile } from '../services/uploads.ts';
import { command, givenId } from './command.ts';
import { handler, list, query } from './query.ts';
import type { Route } from './route.ts';
import { download, upload } from './uploads.ts';

const id = REQUEST_NOT_FOUND;
const writes = { tag: 'Requests', access: 'person', scope: 'requests:write' } as const;
const reads = { tag: 'Requests', access: 'person', scope: 'requests:read' } as const;
const fixed = { entity: 'request' };

/** One file of at most 10 MB with its multipart form. */
const FORM_LIMIT = { bytes: 12 * 1024 * 1024 };

export const requestRoutes: readonly Route[] = [
  list('GET /api/requests', {
    ...reads,
    summary: 'List requests',
    notes: 'Residents get their own. `search` finds titles, people and homes.',
    query: requestsQuery,
    values: { category: REQUEST_CATEGORIES, status: REQUEST_STATUSES },
    read: readRequests,
    of: 'request',
  }),
  command('POST /api/requests', 'createRequest', {
    ...writes,
    summary: 'Make a request',
    makes: givenId,
    answer: [201, readRequest, 'request'],
  }),
  upload('POST /api/requests/presigned-url', 'requests', writes),
  download('POST /api/requests/download-url', readAttachment, reads),
  query('GET /api/requests/:id', { ...reads, id, summary: 'Get a request', answer: [readRequest, 'request'] }),
  command('PUT /api/requests/:id', 'updateRequest', {
    ...{ ...writes, access: 'board', id },
    summary: 'Set status, assignee, deadline or notes',
    answer: [200, readRequest, 'request'],
  }),
  command('POST /api/requests/:id/comments', 'addRequestComment', {
    ...{ ...writes, id, into: 'request_id', makes: givenId },
    summary: 'Reply',
    reads: 'request_id',
    answer: [201, readRequest, 'request'],
  }),
  handler('POST /api/requests/:id/attachments', {
    ...{ ...writes, id },
    summary: 'Attach a file',
    limit: FORM_LIMIT,
    body: 'file',
    answers: { 200: 'request' },
    handle: async ({ c, deps, actor, id }) => {
      await readVisibleRow(deps, actor, 'request', id, REQUEST_NOT_FOUND);
      const photo_url = await uploadFile(deps, actor, 'requests', await readSingleFile(c));
      await runMutator(c, 'attachRequestFile', { id, photo_url });
      return readRequest(deps, actor, id);
    },
  }),
  command('POST /api/requests/:id/photos', 'addPhoto', {
    ...{ ...writes, id, fixed },
    summary: 'Add an attachment to the others',
    answer: [201, readRequest, 'request'],
  }),
  command('POST /api/requests/:id/photos/remove', 'removePhoto', {
    ...{ ...writes, id, fixed },
    summary: 'Remove an attachment',
    answer: [200, readRequest, 'request'],
  }),
];
