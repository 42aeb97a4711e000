import { ANNOUNCEMENT_CATEGORIES, ANNOUNCEMENT_STATUSES } from '../../schema/announcements.ts';
import { DOCUMENT_CATEGORIES } from '../../schema/documents.ts';
import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../../schema/requests.ts';
import { downloadInput, presignInput } from '../../schema/upload-inputs.ts';
import { VIOLATION_CATEGORIES, VIOLATION_STATUSES } from '../../schema/violations.ts';
import { announcementsQuery, documentsQuery, requestsQuery, violationsQuery } from '../http/list-queries.ts';
import * as accounts from './accounts.ts';
import { deletion, type Of, type Operation } from './operation.ts';
import { pageOf } from './parts.ts';
import * as records from './records.ts';

export const upload = (of: Of): Operation => ({
  ...of,
  summary: 'Get a link to upload a file to',
  notes: 'PUT the file to `uploadUrl` with the same content type, then name `s3Key` in the record.',
  body: presignInput,
  answers: { 200: accounts.upload },
});
export const download = (of: Of): Operation => ({
  ...of,
  summary: 'Get a link to a file',
  body: downloadInput,
  answers: { 200: accounts.download },
});

const announcements: Of = { tag: 'Announcements', access: 'board' };
const requests: Of = { tag: 'Requests', access: 'person' };
const violations: Of = { tag: 'Violations', access: 'board' };
const documents: Of = { tag: 'Documents', access: 'board' };
const forAll = { access: 'person' } as const;

/** Announcements, requests, violations and documents. */
export const communityOperations: Readonly<Record<string, Operation>> = {
  'GET /api/announcements': {
    ...announcements,
    ...forAll,
    summary: 'List announcements',
    notes: 'Residents get those that were sent to them.',
    query: announcementsQuery,
    values: { category: ANNOUNCEMENT_CATEGORIES, status: ANNOUNCEMENT_STATUSES },
    answers: { 200: pageOf(records.announcement) },
  },
  'POST /api/announcements': {
    ...announcements,
    summary: 'Write a draft',
    body: 'createAnnouncement',
    answers: { 201: records.announcement },
  },
  'POST /api/announcements/presigned-url': upload(announcements),
  'POST /api/announcements/download-url': download({ ...announcements, ...forAll }),
  'GET /api/announcements/:id': {
    ...announcements,
    ...forAll,
    summary: 'Get an announcement',
    answers: { 200: records.announcement },
  },
  'PUT /api/announcements/:id': {
    ...announcements,
    summary: 'Change a draft',
    body: 'updateAnnouncement',
    answers: { 200: records.announcement },
  },
  'DELETE /api/announcements/:id': deletion(announcements, 'Delete a draft'),
  'POST /api/announcements/:id/read': {
    ...announcements,
    ...forAll,
    summary: 'Note that the caller has read it',
    answers: { 204: null },
  },
  'POST /api/announcements/:id/send': {
    ...announcements,
    summary: 'Send it to its audience',
    notes: 'Answers once the mails are out, or after 8 seconds; sending goes on.',
    body: 'sendAnnouncement',
    answers: { 200: accounts.sent },
  },
  'POST /api/announcements/:id/retry': {
    ...announcements,
    summary: 'Send failed mails again',
    body: 'retryAnnouncement',
    answers: { 200: accounts.retried },
  },
  'GET /api/requests': {
    ...requests,
    summary: 'List requests',
    notes: 'Residents get their own.',
    query: requestsQuery,
    values: { category: REQUEST_CATEGORIES, status: REQUEST_STATUSES },
    answers: { 200: pageOf(records.request) },
  },
  'POST /api/requests': {
    ...requests,
    summary: 'Make a request',
    body: 'createRequest',
    answers: { 201: records.request },
  },
  'POST /api/requests/presigned-url': upload(requests),
  'POST /api/requests/download-url': download(requests),
  'GET /api/requests/:id': { ...requests, summary: 'Get a request', answers: { 200: records.request } },
  'PUT /api/requests/:id': {
    ...requests,
    access: 'board',
    summary: 'Set status, assignee, deadline or notes',
    body: 'updateRequest',
    answers: { 200: records.request },
  },
  'POST /api/requests/:id/comments': {
    ...requests,
    summary: 'Reply',
    body: 'addRequestComment',
    answers: { 201: records.request },
  },
  'POST /api/requests/:id/attachments': {
    ...requests,
    summary: 'Attach a file',
    body: 'file',
    answers: { 200: records.request },
  },
  'POST /api/requests/:id/photos': {
    ...requests,
    summary: 'Add an attachment to the others',
    body: 'addPhoto',
    answers: { 201: records.request },
  },
  'POST /api/requests/:id/photos/remove': {
    ...requests,
    summary: 'Remove an attachment',
    body: 'removePhoto',
    answers: { 200: records.request },
  },
  'GET /api/violations': {
    ...violations,
    ...forAll,
    summary: 'List violations',
    notes: 'Residents get their own.',
    query: violationsQuery,
    values: { category: VIOLATION_CATEGORIES, status: VIOLATION_STATUSES },
    answers: { 200: pageOf(records.violation) },
  },
  'POST /api/violations': {
    ...violations,
    summary: 'Issue a violation',
    body: 'createViolation',
    answers: { 201: records.violation },
  },
  'POST /api/violations/presigned-url': upload({ ...violations, ...forAll }),
  'POST /api/violations/download-url': download({ ...violations, ...forAll }),
  'GET /api/violations/:id': {
    ...violations,
    ...forAll,
    summary: 'Get a violation',
    answers: { 200: records.violation },
  },
  'PUT /api/violations/:id': {
    ...violations,
    summary: 'Set its due date',
    body: 'updateViolation',
    answers: { 200: records.violation },
  },
  'PUT /api/violations/:id/status': {
    ...violations,
    summary: 'Set its status',
    body: 'setViolationStatus',
    answers: { 200: records.violation },
  },
  'POST /api/violations/:id/photos': {
    ...violations,
    summary: 'Add an attachment to the others',
    body: 'addPhoto',
    answers: { 201: records.violation },
  },
  'POST /api/violations/:id/photos/remove': {
    ...violations,
    summary: 'Remove an attachment',
    body: 'removePhoto',
    answers: { 200: records.violation },
  },
  'POST /api/violations/:id/messages': {
    ...violations,
    ...forAll,
    summary: 'Write a message',
    body: 'addViolationMessage',
    answers: { 201: records.violation },
  },
  'GET /api/documents': {
    ...documents,
    ...forAll,
    summary: 'List documents',
    notes: 'Residents get the public ones.',
    query: documentsQuery,
    values: { category: DOCUMENT_CATEGORIES },
    answers: { 200: pageOf(records.document) },
  },
  'POST /api/documents': {
    ...documents,
    summary: 'Add an uploaded file',
    body: 'createDocument',
    answers: { 201: records.document },
  },
  'POST /api/documents/presigned-url': upload(documents),
  'GET /api/documents/:id': {
    ...documents,
    ...forAll,
    summary: 'Get a document',
    answers: { 200: records.document },
  },
  'PUT /api/documents/:id': {
    ...documents,
    summary: 'Change a document',
    body: 'updateDocument',
    answers: { 200: records.document },
  },
  'DELETE /api/documents/:id': deletion(documents, 'Delete a document and its file'),
  'POST /api/documents/:id/download': {
    ...documents,
    ...forAll,
    summary: 'Get a link to the file',
    answers: { 200: accounts.download },
  },
};
