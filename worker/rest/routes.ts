import { accountRoutes } from './accounts.ts';
import { activityRoutes, retentionRoutes } from './activity.ts';
import { addressRoutes } from './addresses.ts';
import { announcementRoutes } from './announcements.ts';
import { calendarRoutes } from './calendar.ts';
import { clientErrorRoutes } from './client-errors.ts';
import { dashboardRoutes } from './dashboard.ts';
import { documentRoutes } from './documents.ts';
import { dueRoutes } from './dues.ts';
import { eventRoutes } from './events.ts';
import { exportRoutes } from './exports.ts';
import { failedJobRoutes } from './failed-jobs.ts';
import { healthRoutes } from './health.ts';
import { hoaRoutes } from './hoa.ts';
import { invoiceRoutes } from './invoices.ts';
import { ledgerRoutes } from './ledger.ts';
import { mailEventRoutes } from './mail-events.ts';
import { meetingFactRoutes } from './meeting-facts.ts';
import { meetingNoticeRoutes } from './meeting-notice.ts';
import { meetingRoutes } from './meetings.ts';
import { metricsRoutes } from './metrics.ts';
import { minutesRoutes } from './minutes.ts';
import { notificationRoutes } from './notifications.ts';
import { openApiRoutes } from './openapi.ts';
import { ownSecurityRoutes } from './own-security.ts';
import { planRoutes } from './payment-plans.ts';
import { policyRoutes } from './policies.ts';
import { realtimeRoutes } from './realtime.ts';
import { reportRoutes } from './reports.ts';
import { requestRoutes } from './requests.ts';
import type { Route } from './route.ts';
import { signInRoutes } from './sign-in.ts';
import { signupRoutes } from './signup.ts';
import { stripeConnectRoutes } from './stripe-connect.ts';
import { stripeEventRoutes } from './stripe-events.ts';
import { subscriptionRoutes } from './subscriptions.ts';
import { syncRoutes } from './sync.ts';
import { apiTokenRoutes } from './tokens.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';
import { userRoutes } from './users.ts';
import { violationRoutes } from './violations.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.ts';

/** Every route of the API, in the order of its document. */
export const ROUTES: readonly Route[] = [
  ...announcementRoutes,
  ...requestRoutes,
  ...violationRoutes,
  ...documentRoutes,
  ...dueRoutes,
  ...invoiceRoutes,
  ...accountRoutes,
  ...ledgerRoutes,
  ...policyRoutes,
  ...reportRoutes,
  ...planRoutes,
  ...userRoutes,
  ...addressRoutes,
  ...dashboardRoutes,
  ...activityRoutes,
  ...failedJobRoutes,
  ...signInRoutes,
  ...ownSecurityRoutes,
  ...exportRoutes,
  ...signupRoutes,
  ...hoaRoutes,
  ...subscriptionRoutes,
  ...stripeConnectRoutes,
  ...retentionRoutes,
  ...apiTokenRoutes,
  ...webhookEndpointRoutes,
  ...eventRoutes,
  ...syncRoutes,
  ...realtimeRoutes,
  ...healthRoutes,
  ...metricsRoutes,
  ...clientErrorRoutes,
  ...stripeEventRoutes,
  ...mailEventRoutes,
  ...openApiRoutes,
  ...notificationRoutes,
  ...calendarRoutes,
  ...unsubscribeRoutes,
  ...meetingRoutes,
  ...meetingFactRoutes,
  ...minutesRoutes,
  ...meetingNoticeRoutes,
];

/** The shapes by whose names routes say what they take and answer. */
declare module './route.ts' {
  interface ShapeModules {
    accounts: typeof import('../shapes/accounts.ts');
    community: typeof import('../shapes/community.ts');
    identity: typeof import('../shapes/identity.ts');
    ledger: typeof import('../shapes/ledger.ts');
    meetingFacts: typeof import('../shapes/meeting-facts.ts');
    meetingNotice: typeof import('../shapes/meeting-notice.ts');
    meetings: typeof import('../shapes/meetings.ts');
    minutes: typeof import('../shapes/minutes.ts');
    money: typeof import('../shapes/money.ts');
    notifications: typeof import('../shapes/notifications.ts');
    paying: typeof import('../shapes/paying.ts');
    paymentPlans: typeof import('../shapes/payment-plans.ts');
    people: typeof import('../shapes/people.ts');
    reports: typeof import('../shapes/reports.ts');
    signup: typeof import('../shapes/signup.ts');
    trail: typeof import('../shapes/trail.ts');
  }
}
