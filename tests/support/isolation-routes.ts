import { uuidv7 } from 'uuidv7';
import type { MutatorName } from '../../sync/mutators.ts';
import type { Access, Route } from '../../worker/rest/route.ts';
import { ROUTES } from '../../worker/rest/routes.ts';
import { FLAT } from './fees.ts';
import type { MutatorCell, Verdict } from './isolation-cells.ts';
import { MUTATORS, pushBody } from './isolation-mutators.ts';
import type { Records } from './isolation-records.ts';

type Args = (mine: Records) => Record<string, unknown>;

/** The status each caller gets for records of their own HOA. */
type Statuses = Record<'anonymous' | 'resident' | 'board' | 'superadmin', number>;
export type RouteCell = {
  statuses: Statuses;
  /** The id in the path. */
  id?: (records: Records) => string;
  body?: Args;
  query?: string;
};

/** The facts about a call that its route does not state. */
type Case = {
  /** The status for those who may call, where it is no success: nothing is to be done, or no provider answers. */
  status?: number;
  resident?: number;
  statuses?: Statuses;
  /** The record that the path names. */
  of?: keyof Records;
  body?: Args;
  /** Which of several mutators, and what it needs besides. */
  by?: MutatorName;
  more?: () => object;
  query?: string;
};

const any = (status: number): Statuses => ({ anonymous: 401, resident: status, board: status, superadmin: status });
const everybody = (status: number): Statuses => ({ ...any(status), anonymous: status });
const residents = (status: number): Statuses => ({ ...any(403), resident: status });

/** Arguments as a REST body has them, without what stands in the path, what the route gives and what may be absent. */
const bodyOf = (name: MutatorName, { into, fixed }: Route): Args => {
  const passedOver = (MUTATORS[name].passesOver ?? []).map((path) => path.split('.')[0]);
  const left = ['id', into, ...Object.keys(fixed), ...passedOver];
  return (mine) => Object.fromEntries(Object.entries(MUTATORS[name].args(mine)).filter(([key]) => !left.includes(key)));
};

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

/** The record that each path of a read names, by how it begins. */
const RECORDS: Record<string, keyof Records> = {
  announcements: 'sent',
  requests: 'request',
  documents: 'document',
  violations: 'violation',
  dues: 'due',
  invoices: 'invoice',
  accounts: 'account',
  entries: 'entry',
  payments: 'payment',
  users: 'newcomer',
  addresses: 'address',
  tokens: 'apiToken',
  'webhook-endpoints': 'webhook',
  meetings: 'meeting',
};

const CASES: Record<string, Case> = {
  'GET /api/openapi.json': { status: 404 },
  'GET /api/health': { status: 503 },
  'GET /api/metrics': { status: 404 },
  'POST /api/client-errors': { status: 400 },
  'POST /api/webhooks/resend': { status: 404 },
  'POST /api/webhooks/stripe': { status: 400 },
  'POST /api/auth/login': { status: 400 },
  'POST /api/auth/refresh': { status: 401 },
  'POST /api/auth/forgot-password': { status: 400 },
  'GET /api/auth/verify-reset-token': { status: 400 },
  'POST /api/auth/verify-reset-token': { status: 400 },
  'DELETE /api/auth/sessions/:id': { status: 404, resident: 204, of: 'session' },
  'POST /api/auth/second-factor': { status: 400 },
  'POST /api/auth/second-factor/confirm': { status: 400 },
  'POST /api/auth/second-factor/check': { status: 400 },
  'POST /api/auth/second-factor/remove': { status: 400 },
  'POST /api/auth/reset-password': { status: 400 },
  'POST /api/auth/activate': { status: 400 },
  'PUT /api/auth/change-password': { status: 400 },
  'POST /api/signup/check-availability': { status: 400 },
  'POST /api/signup/trial': { status: 400 },
  'POST /api/signup/confirm-payment': { status: 404, body: signup },
  'POST /api/signup/verify-email': { status: 404, body: (records) => ({ ...signup(records), code: '123456' }) },
  'POST /api/signup/resend-code': { status: 404, body: signup },
  'POST /api/signup/complete': { status: 404, body: signup },
  'GET /api/exports/hoa/records': { query: '?entity=request' },
  'POST /api/webhook-endpoints': { status: 400 },
  'PUT /api/webhook-endpoints/:id': { body: () => ({ description: 'Mine' }) },
  'POST /api/webhook-endpoints/:id/test': { status: 409 },
  'POST /api/webhook-endpoints/deliveries/:id/resend': { status: 409, of: 'delivery' },
  'POST /api/tokens': { body: () => ({ name: 'Accounting', scopes: ['read'] }) },
  'GET /api/subscriptions/status': { status: 404 },
  'POST /api/subscriptions/cancel': { status: 404 },
  'POST /api/subscriptions/update-plan': { status: 404, body: () => ({ planName: 'growth' }) },
  'POST /api/subscriptions/create-billing-portal': { status: 404 },
  'POST /api/subscriptions/create-reactivation-checkout': { status: 404, body: () => ({ planName: 'growth' }) },
  'PUT /api/activity/retention': { body: () => ({ years: 10 }) },
  'POST /api/replicache/push': { body: () => pushBody(uuidv7(), 'dismissRefusal', { id: uuidv7() }) },
  'POST /api/replicache/pull': {
    body: () => ({ pullVersion: 1, clientGroupID: uuidv7(), cookie: null, profileID: '', schemaVersion: '1' }),
  },
  'GET /api/realtime': { statuses: everybody(426) },
  'POST /api/announcements/presigned-url': { body: file },
  'POST /api/announcements/download-url': { body: ({ letter }) => ({ s3Key: letter }) },
  'POST /api/requests/presigned-url': { body: file },
  'POST /api/requests/download-url': { body: ({ photo }) => ({ s3Key: photo }) },
  'POST /api/requests/:id/attachments': { status: 400 },
  'POST /api/documents/presigned-url': { body: file },
  'POST /api/violations/presigned-url': { body: file },
  'POST /api/violations/download-url': { body: ({ notice }) => ({ s3Key: notice }) },
  'POST /api/violations/:id/photos': {
    ...{ of: 'violation', resident: 403 },
    body: ({ files }) => ({ photo_url: files.violations }),
  },
  'POST /api/violations/:id/photos/remove': {
    ...{ of: 'violation', resident: 403 },
    body: ({ notice }) => ({ photo_url: notice }),
  },
  'POST /api/dues/:id/pay': { status: 409 },
  'POST /api/invoices/:id/pay': { status: 409 },
  'POST /api/accounts/:id/entries': { more: () => ({ kind: 'charge' }) },
  'POST /api/payments/:id/refund': {
    status: 400,
    // biome-ignore lint/suspicious/noThenProperty: the word of the API; a string is nothing that is awaited.
    body: () => ({ amount: 1, reason: 'Moved out', then: 'open' }),
  },
  'POST /api/payments/:id/record-refund': { of: 'payment' },
  'POST /api/payments/:id/duplicate': { body: ({ twin }) => ({ resolution: twin }) },
  'POST /api/voting-units/import': {
    body: ({ address }) => ({ lines: [{ line: 2, street: `${address} Lane`, unit: null, weight: '7' }] }),
  },
  'POST /api/meetings/:id/motions': { more: () => ({ item_id: uuidv7() }) },
  'POST /api/meetings/:id/minutes': { status: 201 },
  'GET /api/meetings/:id/notice-proof': { of: 'assembly' },
  'GET /api/meetings/:id/calendar.ics': { of: 'assembly' },
  'GET /api/meetings/:id/proxies': { of: 'assembly' },
  'POST /api/meetings/:id/proxies': { by: 'recordProxy', more: () => ({ way: 'paper' }) },
  'POST /api/meetings/presigned-url': { body: file },
  'POST /api/meetings/download-url': { body: ({ scan }) => ({ s3Key: scan }) },
  'POST /api/announcements/:id/retry': { more: () => ({ user_ids: [] }) },
  'POST /api/opening-balances': { more: () => ({ import_id: uuidv7() }) },
  'POST /api/policies/preview': { body: () => ({ settings: FLAT }) },
  'GET /api/accounts': { query: '?filter=overdue' },
  'GET /api/accounts/:id/quote': { statuses: residents(409), query: '?amount=10' },
  'POST /api/accounts/:id/pay': { statuses: residents(409), body: () => ({ amount: 10 }) },
  'POST /api/users/bulk': { status: 400, body: () => ({ users: [] }) },
  'POST /api/notifications/devices': { body: device },
  'DELETE /api/notifications/devices': { body: () => ({ endpoint: device().endpoint }) },
  'GET /api/calendar/:token': { status: 404 },
  'GET /api/logos/:association/:file': { status: 404 },
  'POST /api/branding/presigned-url': { body: () => ({ fileName: 'logo.png', fileType: 'image/png', fileSize: 9 }) },
  'POST /api/unsubscribe': { status: 404 },
  'POST /api/stripe-connect/create-account': { status: 502 },
  'POST /api/stripe-connect/refresh-onboarding': { status: 404 },
};

const ALLOWED: Record<Access, (status: number) => Statuses> = {
  anyone: everybody,
  person: any,
  resident: residents,
  board: (status) => ({ ...any(status), resident: 403 }),
  superadmin: (status) => ({ ...any(403), superadmin: status }),
};

const statusesOf = ({ access, answers, mutators }: Route, { status, resident, by }: Case): Statuses => {
  const done = status ?? Number(Object.keys(answers)[0]);
  const mutator = by ?? mutators[0];
  const statuses = mutator ? statusesOfVerdicts(MUTATORS[mutator], done) : ALLOWED[access](done);
  return resident === undefined ? statuses : { ...statuses, resident };
};

const statusesOfVerdicts = ({ resident, board = 'ok', superadmin = 'ok' }: MutatorCell, done: number): Statuses => {
  const of = (verdict: Verdict) => ({ ok: done, forbidden: 403, not_found: 404 })[verdict];
  return { anonymous: 401, resident: of(resident), board: of(board), superadmin: of(superadmin) };
};

const cellOf = (route: Route): RouteCell => {
  const given = CASES[route.route] ?? {};
  const { statuses = statusesOf(route, given), of, by = route.mutators[0], more, query } = given;
  const kind = of ?? (by ? undefined : RECORDS[route.route.split('/')[2] ?? '']);
  const body = given.body ?? (by && route.body && bodyOf(by, route));
  return {
    statuses,
    ...(route.route.includes('/:id') && {
      id: (records) => String(kind ? records[kind] : by && MUTATORS[by].args(records)[route.into]),
    }),
    ...(body && { body: (records) => ({ ...body(records), ...more?.() }) }),
    ...(query && { query }),
  };
};

/** Every route of the API, as one HOA calls it. "Nobody to pay" is 502 here: no payment provider answers. */
export const CELLS: Readonly<Record<string, RouteCell>> = Object.fromEntries(
  ROUTES.map((route) => [route.route, cellOf(route)]),
);
