import { VIOLATION_CATEGORIES, VIOLATION_STATUSES } from '../../schema/violations.ts';
import { VIOLATION_NOT_FOUND } from '../../sync/violations/entity.ts';
import { violationsQuery } from '../http/list-queries.ts';
import { readAttachment, readViolation, readViolations } from '../queries/violations.ts';
import { command, givenId } from './command.ts';
import { list, query } from './query.ts';
import type { Route } from './route.ts';
import { download, upload } from './uploads.ts';

const id = VIOLATION_NOT_FOUND;
const writes = { tag: 'Violations', access: 'board', scope: 'violations:write' } as const;
const reads = { tag: 'Violations', access: 'person', scope: 'violations:read' } as const;
const fixed = { entity: 'violation' };

export const violationRoutes: readonly Route[] = [
  list('GET /api/violations', {
    ...reads,
    summary: 'List violations',
    notes: 'Residents get their own. `search` finds titles, people and homes.',
    query: violationsQuery,
    values: { category: VIOLATION_CATEGORIES, status: VIOLATION_STATUSES },
    read: readViolations,
    of: 'violation',
  }),
  command('POST /api/violations', 'createViolation', {
    ...writes,
    summary: 'Issue a violation',
    makes: givenId,
    answer: [201, readViolation, 'violation'],
  }),
  upload('POST /api/violations/presigned-url', 'violations', { ...writes, access: 'person' }),
  download('POST /api/violations/download-url', readAttachment, reads),
  query('GET /api/violations/:id', { ...reads, id, summary: 'Get a violation', answer: [readViolation, 'violation'] }),
  command('PUT /api/violations/:id', 'updateViolation', {
    ...{ ...writes, id },
    summary: 'Set its due date',
    answer: [200, readViolation, 'violation'],
  }),
  command('PUT /api/violations/:id/status', 'setViolationStatus', {
    ...{ ...writes, id },
    summary: 'Set its status',
    answer: [200, readViolation, 'violation'],
  }),
  command('POST /api/violations/:id/photos', 'addPhoto', {
    ...{ ...writes, id, fixed },
    summary: 'Add an attachment to the others',
    answer: [201, readViolation, 'violation'],
  }),
  command('POST /api/violations/:id/photos/remove', 'removePhoto', {
    ...{ ...writes, id, fixed },
    summary: 'Remove an attachment',
    answer: [200, readViolation, 'violation'],
  }),
  command('POST /api/violations/:id/messages', 'addViolationMessage', {
    ...{ ...writes, access: 'person', id, into: 'violation_id', makes: givenId },
    summary: 'Write a message',
    reads: 'violation_id',
    answer: [201, readViolation, 'violation'],
  }),
];
