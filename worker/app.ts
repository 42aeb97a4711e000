import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { cloneRawRequest } from 'hono/request';
import { StaleActor } from '../sync/server/transact.ts';
import type { Deps, Env } from './deps.ts';
import { HttpError, onError } from './http/errors.ts';
import { API_HEADERS } from './http/headers.ts';
import { originOf } from './http/origin.ts';
import { appPage, openApiFile } from './http/page.ts';
import { requestLog } from './http/request-log.ts';
import { accountEntryRoutes, accountRoutes } from './routes/accounts.ts';
import { activityRoutes } from './routes/activity.ts';
import { addressRoutes } from './routes/addresses.ts';
import { announcementRoutes } from './routes/announcements.ts';
import { apiTokenRoutes } from './routes/api-tokens.ts';
import { authRoutes } from './routes/auth.ts';
import { calendarRoutes } from './routes/calendar.ts';
import { clientErrorRoutes } from './routes/client-errors.ts';
import { dashboardRoutes } from './routes/dashboard.ts';
import { documentRoutes } from './routes/documents.ts';
import { dueRoutes } from './routes/dues.ts';
import { exportRoutes } from './routes/exports.ts';
import { failedJobRoutes } from './routes/failed-jobs.ts';
import { healthRoutes } from './routes/health.ts';
import { hoaRoutes } from './routes/hoa.ts';
import { invoiceRoutes } from './routes/invoices.ts';
import { accountPostingRoutes, depositRoutes, entryRoutes, paymentRoutes, policyRoutes } from './routes/ledger.ts';
import { mailEventRoutes } from './routes/mail-events.ts';
import { meetingFactRoutes, motionRoutes } from './routes/meeting-facts.ts';
import { actionItemRoutes, decisionRoutes, minutesRoutes } from './routes/meeting-minutes.ts';
import { meetingNoticeRoutes, proxyRoutes } from './routes/meeting-notice.ts';
import { agendaItemRoutes, meetingRoutes, rollUnitRoutes } from './routes/meetings.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { notificationRoutes } from './routes/notifications.ts';
import { openingBalanceRoutes } from './routes/opening-balances.ts';
import { payRoutes } from './routes/pay.ts';
import { accountPlanRoutes, planRoutes } from './routes/payment-plans.ts';
import { realtimeRoutes } from './routes/realtime.ts';
import { reportRoutes } from './routes/reports.ts';
import { requestRoutes } from './routes/requests.ts';
import { signupRoutes } from './routes/signup.ts';
import { stripeConnectRoutes } from './routes/stripe-connect.ts';
import { subscriptionRoutes } from './routes/subscriptions.ts';
import { syncRoutes } from './routes/sync.ts';
import { unsubscribeRoutes } from './routes/unsubscribe.ts';
import { userRoutes } from './routes/users.ts';
import { violationRoutes } from './routes/violations.ts';
import { meetingRulesRoutes, votingUnitRoutes } from './routes/voting-units.ts';
import { webhookEndpointRoutes } from './routes/webhook-endpoints.ts';
import { webhookRoutes } from './routes/webhooks.ts';

const JSON_LIMIT = 1024 * 1024;
/** A CSV file of 5 MB, sent as JSON. */
const BULK_LIMIT = 6 * 1024 * 1024;
const BULK_PATH = '/api/users/bulk';
/** One file of at most 10 MB with its multipart form. */
const FORM_LIMIT = 12 * 1024 * 1024;
const FORM_PATH = /^\/api\/requests\/[^/]+\/attachments$/;

const refuseTooLarge = () => {
  throw new HttpError(413, 'This is too large to send');
};
const jsonLimit = bodyLimit({ maxSize: JSON_LIMIT, onError: refuseTooLarge });
const bulkLimit = bodyLimit({ maxSize: BULK_LIMIT, onError: refuseTooLarge });
const formLimit = bodyLimit({ maxSize: FORM_LIMIT, onError: refuseTooLarge });

const limitFor = (path: string) => {
  if (FORM_PATH.test(path)) return formLimit;
  return path === BULK_PATH ? bulkLimit : jsonLimit;
};

const apiHeaders = createMiddleware<Env>(async (c, next) => {
  await next();
  // The headers of a WebSocket upgrade are immutable.
  if (c.res.status === 101) return;
  // By which devices put their clocks right; an edge in front may set its own.
  c.header('Date', c.env.deps.now().toUTCString());
  for (const [name, value] of Object.entries(API_HEADERS))
    if (name !== 'Cache-Control' || !c.res.headers.has(name)) c.header(name, value);
});

/** Made once; what differs by request is in its bindings. */
export const app: Hono<Env> = new Hono<Env>()
  .onError(onError)
  .notFound((c) => c.json({ message: 'Not found' }, 404))
  .use(requestLog)
  .use(async (c, next) => {
    c.set('deps', { ...c.env.deps, origin: originOf(c) });
    await next();
    // Nothing was done yet, or nothing that would be done twice: push skips the mutations that it has seen.
    if (!(c.error instanceof StaleActor) || c.env.actor) return;
    c.res = undefined;
    c.res = await app.fetch(await cloneRawRequest(c.req), { ...c.env, actor: c.error.actor });
  })
  .use('/api/*', apiHeaders)
  .use((c, next) => limitFor(c.req.path)(c, next))
  .get('/api/live', (c) => c.json({ status: 'ok' }))
  .get('/api/openapi.json', openApiFile)
  .get('/api/docs', (c) => c.redirect('/developers'))
  .route('/api/health', healthRoutes)
  .route('/api/metrics', metricsRoutes)
  .route('/api/auth', authRoutes)
  .route('/api/signup', signupRoutes)
  .route('/api/subscriptions', subscriptionRoutes)
  .route('/api/replicache', syncRoutes)
  .route('/api/realtime', realtimeRoutes)
  .route('/api/announcements', announcementRoutes)
  .route('/api/requests', requestRoutes)
  .route('/api/documents', documentRoutes)
  .route('/api/violations', violationRoutes)
  .route('/api/dues', dueRoutes)
  .route('/api/invoices', invoiceRoutes)
  .route('/api/accounts', accountPostingRoutes)
  .route('/api/entries', entryRoutes)
  .route('/api/payments', paymentRoutes)
  .route('/api/accounts', accountPlanRoutes)
  .route('/api/plans', planRoutes)
  .route('/api/deposits', depositRoutes)
  .route('/api/policies', policyRoutes)
  .route('/api/opening-balances', openingBalanceRoutes)
  .route('/api/reports', reportRoutes)
  .route('/api/accounts', accountRoutes)
  .route('/api/entries', accountEntryRoutes)
  .route('/api/meetings', meetingNoticeRoutes)
  .route('/api/proxies', proxyRoutes)
  .route('/api/meeting-rules', meetingRulesRoutes)
  .route('/api/voting-units', votingUnitRoutes)
  .route('/api/meetings', meetingRoutes)
  .route('/api/roll-units', rollUnitRoutes)
  .route('/api/agenda-items', agendaItemRoutes)
  .route('/api/meetings', meetingFactRoutes)
  .route('/api/motions', motionRoutes)
  .route('/api/meetings', minutesRoutes)
  .route('/api/motions', decisionRoutes)
  .route('/api/action-items', actionItemRoutes)
  .route('/api/hoa', hoaRoutes)
  .route('/api/tokens', apiTokenRoutes)
  .route('/api/webhook-endpoints', webhookEndpointRoutes)
  .route('/api/exports', exportRoutes)
  .route('/api/users', userRoutes)
  .route('/api/addresses', addressRoutes)
  .route('/api/failed-jobs', failedJobRoutes)
  .route('/api/activity', activityRoutes)
  .route('/api/dashboard', dashboardRoutes)
  .route('/api/notifications', notificationRoutes)
  .route('/api/calendar', calendarRoutes)
  .route('/api/unsubscribe', unsubscribeRoutes)
  .route('/api/stripe-connect', stripeConnectRoutes)
  .route('/api/webhooks/resend', mailEventRoutes)
  .route('/api/webhooks', webhookRoutes)
  .route('/api/client-errors', clientErrorRoutes)
  .route('/api', payRoutes)
  .all('/api/*', (c) => c.notFound())
  .get('*', appPage);

/** The app whose every request has these dependencies. */
export const createApp = (deps: Deps) => ({
  fetch: (request: Request) => app.fetch(request, { deps }),
  request: (input: string | Request, init?: RequestInit) => app.request(input, init, { deps }),
});
