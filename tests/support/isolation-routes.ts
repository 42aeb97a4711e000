import { uuidv7 } from 'uuidv7';
import type { MutatorName } from '../../sync/mutators.ts';
import { FLAT } from './fees.ts';
import { MUTATORS, pushBody } from './isolation-mutators.ts';
import type { Records } from './isolation-records.ts';

type Args = (mine: Records) => Record<string, unknown>;

/** The status each caller gets for records of their own HOA. */
export type Statuses = { anonymous: number; resident: number; board: number; superadmin: number };
export type RouteCell = {
  statuses: Statuses;
  /** The record that `:id` in the path stands for. */
  id?: keyof Records;
  body?: Args;
  query?: string;
  /** The status that another HOA's id gives whoever is let through, where it is not 404. */
  foreign?: number;
};

const any = (status: number): Statuses => ({ anonymous: 401, resident: status, board: status, superadmin: status });
const board = (status: number, resident = 403): Statuses => ({ ...any(status), resident });
const superadmin = (status: number): Statuses => ({ ...any(403), superadmin: status });
const residents = (status: number): Statuses => ({ ...any(403), resident: status });
/** Of the account of the resident. */
const holders = residents;
const everybody = (status: number): Statuses => ({ ...any(status), anonymous: status });

/** Arguments as a REST body has them: the id is the server's to make, or stands in the path. */
const body =
  (name: MutatorName, ...inPath: string[]): Args =>
  (mine) =>
    Object.fromEntries(
      Object.entries(MUTATORS[name].args(mine)).filter(([key]) => key !== 'id' && !inPath.includes(key)),
    );
const file = () => ({ fileName: 'plan.pdf', fileType: 'application/pdf', fileSize: 9 });
const device = () => ({
  endpoint: `https://push.example.com/${uuidv7()}`,
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
});
const signup = ({ hoa, resident }: Records) => ({
  user_id: resident,
  hoa_id: hoa,
  payment_method_id: 'pm_x',
  subscription_id: 'sub_x',
  setup_intent_id: 'seti_x',
  plan: 'growth',
});

/** Every route of the API. "Nobody to pay" is 502 here: no payment provider answers. */
export const ROUTES: Record<string, RouteCell> = {
  'GET /api/live': { statuses: everybody(200) },
  'GET /api/openapi.json': { statuses: everybody(404) },
  'GET /api/docs': { statuses: everybody(302) },
  'GET /api/health': { statuses: everybody(503) },
  'GET /api/metrics': { statuses: everybody(404) },
  'POST /api/client-errors': { statuses: everybody(400) },
  'POST /api/webhooks/resend': { statuses: everybody(404) },
  'POST /api/auth/login': { statuses: everybody(400) },
  'POST /api/auth/refresh': { statuses: everybody(401) },
  'POST /api/auth/logout': { statuses: everybody(204) },
  'POST /api/auth/forgot-password': { statuses: everybody(400) },
  'GET /api/auth/verify-reset-token': { statuses: everybody(400) },
  'POST /api/auth/verify-reset-token': { statuses: everybody(400) },
  'GET /api/auth/sessions': { statuses: any(200) },
  'DELETE /api/auth/sessions': { statuses: any(204) },
  'DELETE /api/auth/sessions/:id': { statuses: { ...any(404), resident: 204 }, id: 'session' },
  'GET /api/auth/second-factor': { statuses: any(200) },
  'POST /api/auth/second-factor': { statuses: superadmin(400) },
  'POST /api/auth/second-factor/confirm': { statuses: superadmin(400) },
  'POST /api/auth/second-factor/check': { statuses: any(400) },
  'POST /api/auth/second-factor/remove': { statuses: any(400) },
  'POST /api/auth/reset-password': { statuses: everybody(400) },
  'POST /api/auth/activate': { statuses: everybody(400) },
  'PUT /api/auth/change-password': { statuses: any(400) },
  'GET /api/auth/profile': { statuses: any(200) },
  'GET /api/signup/plans': { statuses: everybody(200) },
  'GET /api/signup/payment-form': { statuses: everybody(200) },
  'POST /api/signup/check-availability': { statuses: everybody(400) },
  'POST /api/signup/trial': { statuses: everybody(400) },
  'POST /api/signup/confirm-payment': { statuses: everybody(404), body: signup },
  'POST /api/signup/verify-email': {
    statuses: everybody(404),
    body: (records) => ({ ...signup(records), code: '123456' }),
  },
  'POST /api/signup/resend-code': { statuses: everybody(404), body: signup },
  'POST /api/signup/complete': { statuses: everybody(404), body: signup },
  'POST /api/hoa/leave': { statuses: superadmin(200), body: body('leaveHoa') },
  'GET /api/exports/me': { statuses: any(200) },
  'POST /api/exports/hoa': { statuses: superadmin(201) },
  'GET /api/exports/hoa/records': { statuses: superadmin(200), query: '?entity=request' },
  'GET /api/exports/hoa/files': { statuses: superadmin(200) },
  'POST /api/hoa/keep': { statuses: superadmin(200) },
  'GET /api/webhook-endpoints': { statuses: superadmin(200) },
  'POST /api/webhook-endpoints': { statuses: superadmin(400) },
  'PUT /api/webhook-endpoints/:id': { statuses: superadmin(200), id: 'webhook', body: () => ({ description: 'Mine' }) },
  'DELETE /api/webhook-endpoints/:id': { statuses: superadmin(204), id: 'webhook' },
  'POST /api/webhook-endpoints/:id/rotate-secret': { statuses: superadmin(200), id: 'webhook' },
  'POST /api/webhook-endpoints/:id/test': { statuses: superadmin(409), id: 'webhook' },
  'GET /api/webhook-endpoints/:id/deliveries': { statuses: superadmin(200), id: 'webhook' },
  'POST /api/webhook-endpoints/deliveries/:id/resend': { statuses: superadmin(409), id: 'delivery' },
  'GET /api/tokens': { statuses: superadmin(200) },
  'POST /api/tokens': { statuses: superadmin(201), body: () => ({ name: 'Accounting', scopes: ['read'] }) },
  'DELETE /api/tokens/:id': { statuses: superadmin(204), id: 'apiToken' },
  'GET /api/subscriptions/status': { statuses: superadmin(404) },
  'GET /api/subscriptions/reactivation-status': { statuses: superadmin(200) },
  'POST /api/subscriptions/cancel': { statuses: superadmin(404) },
  'POST /api/subscriptions/update-plan': { statuses: superadmin(404), body: () => ({ planName: 'growth' }) },
  'POST /api/subscriptions/create-billing-portal': { statuses: superadmin(404) },
  'POST /api/subscriptions/create-reactivation-checkout': {
    statuses: superadmin(404),
    body: () => ({ planName: 'growth' }),
  },
  'GET /api/activity': { statuses: superadmin(200) },
  'GET /api/activity/retention': { statuses: superadmin(200) },
  'PUT /api/activity/retention': { statuses: superadmin(200), body: () => ({ years: 10 }) },
  'POST /api/replicache/push': {
    statuses: any(200),
    body: () => pushBody(uuidv7(), 'dismissRefusal', { id: uuidv7() }),
  },
  'POST /api/replicache/pull': {
    statuses: any(200),
    body: () => ({ pullVersion: 1, clientGroupID: uuidv7(), cookie: null, profileID: '', schemaVersion: '1' }),
  },
  'GET /api/realtime': { statuses: everybody(426) },
  'GET /api/announcements': { statuses: any(200) },
  'POST /api/announcements': { statuses: board(201), body: body('createAnnouncement') },
  'POST /api/announcements/presigned-url': { statuses: board(200), body: file },
  'POST /api/announcements/download-url': { statuses: any(200), body: ({ letter }) => ({ s3Key: letter }) },
  'GET /api/announcements/:id': { statuses: any(200), id: 'sent' },
  'PUT /api/announcements/:id': { statuses: board(200, 404), id: 'draft', body: body('updateAnnouncement') },
  'DELETE /api/announcements/:id': { statuses: board(204, 404), id: 'draft' },
  'POST /api/announcements/:id/read': { statuses: any(204), id: 'sent' },
  'POST /api/announcements/:id/send': { statuses: board(200, 404), id: 'draft' },
  'POST /api/announcements/:id/retry': { statuses: board(200), id: 'sent', body: () => ({ user_ids: [] }) },
  'GET /api/requests': { statuses: any(200) },
  'POST /api/requests': { statuses: any(201), body: body('createRequest') },
  'POST /api/requests/presigned-url': { statuses: any(200), body: file },
  'POST /api/requests/download-url': { statuses: any(200), body: ({ photo }) => ({ s3Key: photo }) },
  'GET /api/requests/:id': { statuses: any(200), id: 'request' },
  'PUT /api/requests/:id': { statuses: board(200), id: 'request', body: body('updateRequest') },
  'POST /api/requests/:id/comments': {
    statuses: any(201),
    id: 'request',
    body: body('addRequestComment', 'request_id'),
  },
  'POST /api/requests/:id/photos': { statuses: any(201), id: 'request', body: body('addPhoto', 'entity') },
  'POST /api/requests/:id/photos/remove': { statuses: any(200), id: 'request', body: body('removePhoto', 'entity') },
  'POST /api/requests/:id/attachments': { statuses: any(400), id: 'request' },
  'GET /api/documents': { statuses: any(200) },
  'POST /api/documents': { statuses: board(201), body: body('createDocument') },
  'POST /api/documents/presigned-url': { statuses: board(200), body: file },
  'GET /api/documents/:id': { statuses: any(200), id: 'document' },
  'PUT /api/documents/:id': { statuses: board(200), id: 'document', body: body('updateDocument') },
  'DELETE /api/documents/:id': { statuses: board(204), id: 'document' },
  'POST /api/documents/:id/download': { statuses: any(200), id: 'document' },
  'GET /api/violations': { statuses: any(200) },
  'POST /api/violations': { statuses: board(201), body: body('createViolation') },
  'POST /api/violations/presigned-url': { statuses: any(200), body: file },
  'POST /api/violations/download-url': { statuses: any(200), body: ({ notice }) => ({ s3Key: notice }) },
  'GET /api/violations/:id': { statuses: any(200), id: 'violation' },
  'PUT /api/violations/:id': { statuses: board(200), id: 'violation', body: body('updateViolation') },
  'PUT /api/violations/:id/status': { statuses: board(200), id: 'violation', body: body('setViolationStatus') },
  'POST /api/violations/:id/messages': {
    statuses: any(201),
    id: 'violation',
    body: body('addViolationMessage', 'violation_id'),
  },
  'POST /api/violations/:id/photos': {
    statuses: board(201),
    id: 'violation',
    body: ({ files }) => ({ photo_url: files.violations }),
  },
  'POST /api/violations/:id/photos/remove': {
    statuses: board(200),
    id: 'violation',
    body: ({ notice }) => ({ photo_url: notice }),
  },
  'GET /api/dues': { statuses: any(200) },
  'POST /api/dues': { statuses: board(201), body: body('createDue') },
  'GET /api/dues/payments': { statuses: any(200) },
  'GET /api/dues/:id': { statuses: any(200), id: 'due' },
  'PUT /api/dues/:id': { statuses: board(200), id: 'due', body: body('updateDue') },
  'POST /api/dues/:id/pay': { statuses: residents(409), id: 'due' },
  'GET /api/invoices': { statuses: any(200) },
  'GET /api/invoices/:id': { statuses: any(200), id: 'invoice' },
  'PUT /api/invoices/:id/status': { statuses: board(200), id: 'invoice', body: body('setInvoiceStatus') },
  'POST /api/invoices/:id/pay': { statuses: residents(409), id: 'invoice' },
  'POST /api/accounts/:id/entries': {
    statuses: board(201),
    id: 'account',
    body: (mine) => ({ ...body('chargeAccount', 'account_id')(mine), kind: 'charge' }),
  },
  'POST /api/accounts/:id/payments': {
    statuses: board(201),
    id: 'account',
    body: body('recordPayment', 'account_id'),
  },
  'POST /api/entries/:id/reverse': { statuses: board(201), id: 'entry', body: body('reverseEntry', 'entry_id') },
  'POST /api/entries/:id/waive': { statuses: board(201), id: 'entry', body: body('waiveEntry', 'entry_id') },
  'POST /api/entries/:id/write-off': { statuses: board(201), id: 'entry', body: body('writeOffEntry', 'entry_id') },
  'POST /api/payments/:id/return': { statuses: board(201), id: 'payment', body: body('returnPayment', 'payment_id') },
  'POST /api/payments/:id/refund': {
    statuses: board(400),
    id: 'payment',
    // biome-ignore lint/suspicious/noThenProperty: the word of the API; a string is nothing that is awaited.
    body: () => ({ amount: 1, reason: 'Moved out', then: 'open' }),
  },
  'POST /api/payments/:id/record-refund': {
    statuses: board(201),
    id: 'payment',
    body: body('recordRefund', 'source_id'),
  },
  'POST /api/payments/:id/mail-receipt': { statuses: board(200), id: 'payment' },
  'POST /api/payments/:id/duplicate': {
    statuses: board(200),
    id: 'payment',
    body: ({ twin }) => ({ resolution: twin }),
  },
  'POST /api/accounts/:id/plans': { statuses: board(201), id: 'debtor', body: body('createPlan', 'account_id') },
  'POST /api/plans/:id/cancel': { statuses: board(200), id: 'plan', body: body('cancelPlan') },
  'POST /api/deposits': { statuses: board(201), body: body('createDeposit') },
  'PUT /api/deposits/:id': { statuses: board(200), id: 'deposit', body: body('closeDeposit') },
  'GET /api/meetings/:id/facts': { statuses: board(200), id: 'meeting' },
  'POST /api/meetings/:id/facts': {
    statuses: board(201),
    id: 'meeting',
    body: body('recordFacts', 'meeting_id', 'file'),
  },
  'POST /api/meetings/:id/motions': {
    statuses: board(201),
    id: 'meeting',
    body: (mine) => ({ ...body('makeMotion', 'meeting_id', 'item_id', 'mover_id', 'file')(mine), item_id: uuidv7() }),
  },
  'POST /api/meetings/:id/notice': {
    statuses: board(200),
    id: 'assembly',
    body: body('sendMeetingNotice', 'announcement_id'),
  },
  'GET /api/meetings/:id/notice-proof': { statuses: board(200), id: 'assembly' },
  'GET /api/meetings/:id/calendar.ics': { statuses: any(200), id: 'assembly' },
  'GET /api/meetings/:id/proxies': { statuses: any(200), id: 'assembly' },
  'POST /api/meetings/:id/proxies': {
    statuses: board(201),
    id: 'assembly',
    body: (mine) => ({ ...body('recordProxy', 'meeting_id')(mine), way: 'paper' }),
  },
  'POST /api/proxies/:id/revoke': { statuses: any(200), id: 'proxy', body: body('revokeProxy') },
  'POST /api/proxies/:id/settle': { statuses: board(200), id: 'proxy', body: body('settleProxy') },
  'PUT /api/motions/:id': { statuses: board(200), id: 'motion', body: body('updateMotion', 'mover_id') },
  'POST /api/meetings/:id/minutes': {
    statuses: board(201),
    id: 'meeting',
    body: (mine) => ({ ...body('saveMinutesText', 'meeting_id', 'file', 'replaces')(mine) }),
  },
  'POST /api/motions/:id/decision': {
    statuses: board(200, 404),
    id: 'motion',
    body: body('applyDecision', 'motion_id'),
  },
  'GET /api/action-items': { statuses: any(200) },
  'POST /api/action-items': { statuses: board(201), body: body('createActionItem', 'file') },
  'PUT /api/action-items/:id': { statuses: board(200, 404), id: 'actionItem', body: body('updateActionItem') },
  'GET /api/policies': { statuses: any(200) },
  'POST /api/policies': { statuses: board(201), body: body('createPolicy') },
  'POST /api/opening-balances': {
    statuses: board(200),
    body: (mine) => ({ ...body('importOpening')(mine), import_id: uuidv7() }),
  },
  'POST /api/opening-balances/:id/undo': { statuses: board(200), id: 'batch' },
  'POST /api/policies/preview': { statuses: board(200), body: () => ({ settings: FLAT }) },
  'DELETE /api/policies/:id': { statuses: board(204), id: 'policy' },
  'GET /api/reports/ageing': { statuses: board(200) },
  'GET /api/reports/collections': { statuses: board(200) },
  'GET /api/reports/delinquency': { statuses: board(200) },
  'GET /api/accounts': { statuses: board(200), query: '?filter=overdue' },
  'POST /api/accounts': { statuses: board(201), body: body('openAccount') },
  'GET /api/accounts/mine': { statuses: any(200) },
  'GET /api/accounts/:id': { statuses: any(200), id: 'account' },
  'PUT /api/accounts/:id': { statuses: board(200), id: 'account', body: body('setAccountFlags') },
  'POST /api/accounts/:id/holders': { statuses: board(200), id: 'account', body: body('joinAccount') },
  'POST /api/accounts/:id/holders/remove': { statuses: board(200), id: 'account', body: body('leaveAccount') },
  'POST /api/accounts/:id/transfer': {
    statuses: board(201),
    id: 'account',
    body: body('transferOwnership', 'account_id'),
  },
  'GET /api/accounts/:id/entries': { statuses: any(200), id: 'account' },
  'GET /api/accounts/:id/quote': { statuses: holders(409), id: 'account', query: '?amount=10' },
  'POST /api/accounts/:id/pay': { statuses: holders(409), id: 'account', body: () => ({ amount: 10 }) },
  'GET /api/entries/:id': { statuses: any(200), id: 'entry' },
  'GET /api/users': { statuses: board(200) },
  'POST /api/users/invite': { statuses: board(201), body: body('inviteUser') },
  'POST /api/users/bulk': { statuses: board(400), body: () => ({ users: [] }) },
  'GET /api/users/:id': { statuses: board(200), id: 'newcomer' },
  'PUT /api/users/:id': { statuses: board(200), id: 'newcomer', body: body('updateUser') },
  'DELETE /api/users/:id': { statuses: board(204), id: 'newcomer' },
  'POST /api/users/:id/erase': { statuses: board(204), id: 'former' },
  'POST /api/users/:id/resend-invite': { statuses: board(200), id: 'invited' },
  'POST /api/users/:id/assign-address': { statuses: board(200), id: 'newcomer', body: body('assignAddress') },
  'DELETE /api/users/:id/assign-address': { statuses: board(200), id: 'resident' },
  'GET /api/addresses': { statuses: board(200) },
  'POST /api/addresses': { statuses: board(201), body: body('createAddress') },
  'GET /api/addresses/:id': { statuses: board(200), id: 'address' },
  'PUT /api/addresses/:id': { statuses: board(200), id: 'address', body: body('updateAddress') },
  'DELETE /api/addresses/:id': { statuses: board(204), id: 'address' },
  'GET /api/failed-jobs': { statuses: board(200) },
  'POST /api/failed-jobs/:id/resend': { statuses: board(200), id: 'failedJob' },
  'DELETE /api/failed-jobs/:id': { statuses: board(204), id: 'failedJob' },
  'GET /api/notifications/preferences': { statuses: any(200) },
  'PUT /api/notifications/preferences': { statuses: any(200), body: body('updateNotificationPreferences') },
  'GET /api/notifications/push-key': { statuses: any(200) },
  'POST /api/notifications/devices': { statuses: any(204), body: device },
  'DELETE /api/notifications/devices': { statuses: any(204), body: () => ({ endpoint: device().endpoint }) },
  'GET /api/calendar': { statuses: any(200) },
  'POST /api/calendar': { statuses: any(201) },
  'DELETE /api/calendar': { statuses: any(204) },
  'GET /api/calendar/:token': { statuses: everybody(404) },
  'GET /api/unsubscribe': { statuses: everybody(302) },
  'POST /api/unsubscribe': { statuses: everybody(404) },
  'GET /api/dashboard/metrics': { statuses: board(200) },
  'GET /api/dashboard/recent-activity': { statuses: board(200) },
  'GET /api/stripe-connect/account-status': { statuses: superadmin(200) },
  'POST /api/stripe-connect/create-account': { statuses: superadmin(502) },
  'POST /api/stripe-connect/refresh-onboarding': { statuses: superadmin(404) },
  'POST /api/webhooks/stripe': { statuses: everybody(400) },
};
