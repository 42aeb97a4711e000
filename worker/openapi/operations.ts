import { ACTIVITY_KINDS } from '../../schema/activity.ts';
import { ANNOUNCEMENT_CATEGORIES, ANNOUNCEMENT_STATUSES } from '../../schema/announcements.ts';
import { DOCUMENT_CATEGORIES } from '../../schema/documents.ts';
import { DUE_FREQUENCIES, DUE_STATUSES } from '../../schema/dues.ts';
import { INVOICE_STATUSES } from '../../schema/invoices.ts';
import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../../schema/requests.ts';
import { downloadInput, presignInput } from '../../schema/uploads.ts';
import { ROLES, USER_STATUSES } from '../../schema/users.ts';
import { VIOLATION_CATEGORIES, VIOLATION_STATUSES } from '../../schema/violations.ts';
import {
  activityQuery,
  addressesQuery,
  announcementsQuery,
  documentsQuery,
  duesQuery,
  failedJobsQuery,
  invoicesQuery,
  paymentsQuery,
  requestsQuery,
  usersQuery,
  violationsQuery,
} from '../http/list-queries.ts';
import { accountOperations } from './account-operations.ts';
import * as accounts from './accounts.ts';
import { holdingOperations } from './holdings.ts';
import { ledgerOperations } from './ledger.ts';
import { notificationOperations } from './notifications.ts';
import type { Operation } from './operation.ts';
import { message, pageOf } from './parts.ts';
import * as records from './records.ts';

type Of = Pick<Operation, 'tag' | 'access'>;

const upload = (of: Of): Operation => ({
  ...of,
  summary: 'Get a link to upload a file to',
  notes: 'PUT the file to `uploadUrl` with the same content type, then name `s3Key` in the record.',
  body: presignInput,
  answers: { 200: accounts.upload },
});
const download = (of: Of): Operation => ({
  ...of,
  summary: 'Get a link to a file',
  body: downloadInput,
  answers: { 200: accounts.download },
});
const deletion = (of: Of, summary: string): Operation => ({ ...of, summary, answers: { 204: null } });

const announcements: Of = { tag: 'Announcements', access: 'board' };
const requests: Of = { tag: 'Requests', access: 'person' };
const violations: Of = { tag: 'Violations', access: 'board' };
const documents: Of = { tag: 'Documents', access: 'board' };
const dues: Of = { tag: 'Dues', access: 'board' };
const invoices: Of = { tag: 'Invoices', access: 'person' };
const people: Of = { tag: 'People', access: 'board' };
const forAll = { access: 'person' } as const;

/** Every route of the API, by the method and the path that the router knows it by (tests/openapi.test.ts). */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
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
  'GET /api/dues': {
    ...dues,
    ...forAll,
    summary: 'List dues',
    notes: 'Residents get those that they pay.',
    query: duesQuery,
    values: { frequency: DUE_FREQUENCIES, status: DUE_STATUSES },
    answers: { 200: pageOf(records.due) },
  },
  'POST /api/dues': { ...dues, summary: 'Make a due', body: 'createDue', answers: { 201: records.due } },
  'GET /api/dues/payments': {
    ...invoices,
    summary: 'List paid invoices',
    notes: 'Of everybody for the board, their own for residents.',
    query: paymentsQuery,
    answers: { 200: pageOf(records.invoice) },
  },
  'GET /api/dues/:id': { ...dues, ...forAll, summary: 'Get a due', answers: { 200: records.due } },
  'PUT /api/dues/:id': { ...dues, summary: 'Change a due', body: 'updateDue', answers: { 200: records.due } },
  'POST /api/dues/:id/pay': {
    ...dues,
    access: 'resident',
    summary: 'Pay the oldest open invoice of a due',
    answers: { 200: accounts.checkout },
  },
  'GET /api/invoices': {
    ...invoices,
    summary: 'List invoices',
    notes:
      "The caller's own; with `of=all`, for the board, those of everybody. With `format=csv` up to 1,000 rows as CSV (RFC 4180).",
    query: invoicesQuery,
    values: { status: INVOICE_STATUSES },
    answers: { 200: pageOf(records.invoice) },
  },
  'GET /api/invoices/:id': { ...invoices, summary: 'Get an invoice', answers: { 200: records.invoice } },
  'PUT /api/invoices/:id/status': {
    ...invoices,
    access: 'board',
    summary: 'Record a payment from outside, or cancel',
    body: 'setInvoiceStatus',
    answers: { 200: records.invoice },
  },
  'POST /api/invoices/:id/pay': {
    ...invoices,
    access: 'resident',
    summary: 'Pay an invoice',
    answers: { 200: accounts.checkout },
  },
  ...holdingOperations,
  ...ledgerOperations,
  'GET /api/users': {
    ...people,
    summary: 'List people',
    query: usersQuery,
    values: { role: ROLES, status: USER_STATUSES },
    answers: {
      200: pageOf(records.listedUser).extend({ statistics: records.userFigures }),
    },
  },
  'POST /api/users/invite': {
    ...people,
    summary: 'Invite somebody',
    notes: 'A token may invite residents only.',
    body: 'inviteUser',
    answers: { 201: records.listedUser },
  },
  'POST /api/users/bulk': {
    ...people,
    summary: 'Add many people',
    notes: 'All or none.',
    body: records.bulk,
    answers: { 201: accounts.imported },
  },
  'GET /api/users/:id': { ...people, summary: 'Get a person', answers: { 200: records.listedUser } },
  'PUT /api/users/:id': {
    ...people,
    summary: 'Change a person',
    notes: 'A token may change the name only: role and status say who may sign in.',
    body: 'updateUser',
    answers: { 200: records.listedUser },
  },
  'DELETE /api/users/:id': deletion(people, 'Remove a person'),
  'POST /api/users/:id/erase': deletion(people, 'Erase a removed person from all records'),
  'POST /api/users/:id/resend-invite': {
    ...people,
    summary: 'Send the invitation again',
    answers: { 200: message },
  },
  'POST /api/users/:id/assign-address': {
    ...people,
    summary: 'Assign an address',
    body: 'assignAddress',
    answers: { 200: records.listedUser },
  },
  'DELETE /api/users/:id/assign-address': {
    ...people,
    summary: 'Take the address away',
    answers: { 200: records.listedUser },
  },
  'GET /api/addresses': {
    ...people,
    summary: 'List addresses',
    query: addressesQuery,
    answers: { 200: pageOf(records.address).extend({ statistics: records.addressFigures }) },
  },
  'POST /api/addresses': {
    ...people,
    summary: 'Add an address',
    body: 'createAddress',
    answers: { 201: records.address },
  },
  'GET /api/addresses/:id': { ...people, summary: 'Get an address', answers: { 200: records.address } },
  'PUT /api/addresses/:id': {
    ...people,
    summary: 'Change an address',
    body: 'updateAddress',
    answers: { 200: records.address },
  },
  'DELETE /api/addresses/:id': deletion(people, 'Delete an address'),
  'GET /api/dashboard/metrics': {
    tag: 'Dashboard',
    access: 'board',
    summary: 'Figures',
    answers: { 200: accounts.metrics },
  },
  'GET /api/dashboard/recent-activity': {
    tag: 'Dashboard',
    access: 'board',
    summary: 'What happened in the last week',
    answers: { 200: accounts.recentActivity },
  },
  'GET /api/activity': {
    tag: 'Activity',
    access: 'superadmin',
    summary: 'List activity',
    query: activityQuery,
    values: { kind: ACTIVITY_KINDS },
    answers: { 200: pageOf(records.activity) },
  },
  'GET /api/failed-jobs': {
    tag: 'Operation',
    access: 'board',
    summary: 'List what needs attention',
    query: failedJobsQuery,
    answers: { 200: pageOf(records.failedJob) },
  },
  'POST /api/failed-jobs/:id/resend': {
    tag: 'Operation',
    access: 'board',
    summary: 'Try it again',
    answers: { 200: message },
  },
  'DELETE /api/failed-jobs/:id': deletion({ tag: 'Operation', access: 'board' }, 'Dismiss it'),
  ...accountOperations,
  ...notificationOperations,
};
