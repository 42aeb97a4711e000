import { ACTIVITY_KINDS } from '../../schema/activity.ts';
import { DUE_FREQUENCIES, DUE_STATUSES } from '../../schema/dues.ts';
import { INVOICE_STATUSES } from '../../schema/invoices.ts';
import { ROLES, USER_STATUSES } from '../../schema/users.ts';
import {
  activityQuery,
  addressesQuery,
  duesQuery,
  failedJobsQuery,
  invoicesQuery,
  paymentsQuery,
  usersQuery,
} from '../http/list-queries.ts';
import { accountOperations } from './account-operations.ts';
import * as accounts from './accounts.ts';
import { communityOperations } from './community-operations.ts';
import { holdingOperations } from './holdings.ts';
import { ledgerOperations } from './ledger.ts';
import { meetingFactOperations } from './meeting-facts.ts';
import { minutesOperations } from './meeting-minutes.ts';
import { meetingNoticeOperations } from './meeting-notice.ts';
import { meetingOperations } from './meetings.ts';
import { notificationOperations } from './notifications.ts';
import { deletion, type Of, type Operation } from './operation.ts';
import { message, pageOf } from './parts.ts';
import { payingOperations } from './paying.ts';
import { planOperations } from './payment-plans.ts';
import * as records from './records.ts';
import { reportOperations } from './reports.ts';

const dues: Of = { tag: 'Dues', access: 'board' };
const invoices: Of = { tag: 'Invoices', access: 'person' };
const people: Of = { tag: 'People', access: 'board' };
const forAll = { access: 'person' } as const;

/** Every route of the API, by the method and the path that the router knows it by (tests/api/openapi.test.ts). */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  ...communityOperations,
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
      "The caller's own; with `of=all`, for the board, those of everybody. With `format=csv` all of them as CSV (RFC 4180).",
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
  ...payingOperations,
  ...ledgerOperations,
  ...reportOperations,
  ...planOperations,
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
    notes: 'A token may invite residents only. To invite a superadmin needs a code, as for tokens.',
    body: 'inviteUser',
    answers: { 201: records.listedUser },
  },
  'POST /api/users/bulk': {
    ...people,
    summary: 'Add many people',
    notes: 'All or none. It makes nobody a superadmin.',
    body: records.bulk,
    answers: { 201: accounts.imported },
  },
  'GET /api/users/:id': { ...people, summary: 'Get a person', answers: { 200: records.listedUser } },
  'PUT /api/users/:id': {
    ...people,
    summary: 'Change a person',
    notes: 'A token may change the name only. To make somebody a superadmin needs a code, as for tokens.',
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
  ...meetingOperations,
  ...meetingFactOperations,
  ...minutesOperations,
  ...meetingNoticeOperations,
};
