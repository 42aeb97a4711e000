import { retentionInput } from '../../schema/activity-inputs.ts';
import { tokenInput } from '../../schema/api-tokens.ts';
import {
  activateInput,
  changePasswordInput,
  codeInput,
  forgotInput,
  loginInput,
  passwordInput,
  resetInput,
} from '../../schema/auth.ts';
import { cancellationInput, planChoice } from '../../schema/billing.ts';
import { clientErrorInput } from '../../schema/client-error-inputs.ts';
import { completionInput, paymentConfirmation, signupIds, trialInput, verificationInput } from '../../schema/signup.ts';
import { endpointInput, endpointUpdate } from '../../schema/webhooks.ts';
import { pullBody } from '../../sync/server/pull.ts';
import { pushBody } from '../../sync/server/push.ts';
import { exportFilesQuery, exportRowsQuery } from '../http/list-queries.ts';
import * as accounts from './accounts.ts';
import type { Access, Operation } from './operation.ts';
import { message } from './parts.ts';
import { user } from './records.ts';

const account = (access: Access, summary: string, answers: Operation['answers']): Operation => ({
  tag: 'Account',
  access,
  summary,
  answers,
});
const signup = (summary: string, answers: Operation['answers']): Operation => ({
  tag: 'Signup',
  access: 'anyone',
  summary,
  answers,
});
const association = (summary: string, answers: Operation['answers']): Operation => ({
  tag: 'Association',
  access: 'superadmin',
  summary,
  answers,
});
const STEP_UP =
  'Who has a second factor must have entered a code within ten minutes; who must have one and has none is refused.';
const webhooks = (summary: string, answers: Operation['answers']): Operation => ({
  tag: 'Webhooks',
  access: 'superadmin',
  summary,
  answers,
});
const operation = (summary: string, answers: Operation['answers']): Operation => ({
  tag: 'Operation',
  access: 'anyone',
  summary,
  answers,
});

/** What people do themselves, in a browser; no API token may. */
export const accountOperations: Readonly<Record<string, Operation>> = {
  'POST /api/auth/login': {
    ...account('anyone', 'Sign in', { 200: accounts.session }),
    notes: 'For the app, which keeps the refresh token in a cookie. Scripts use an API token.',
    body: loginInput,
  },
  'POST /api/auth/refresh': account('anyone', 'Get a new access token for the cookie', { 200: accounts.session }),
  'POST /api/auth/logout': account('anyone', 'Sign out', { 204: null }),
  'POST /api/auth/forgot-password': {
    ...account('anyone', 'Ask for a reset link by mail', { 200: message }),
    body: forgotInput,
  },
  'GET /api/auth/verify-reset-token': account('anyone', 'Whose reset link it is', { 200: accounts.resetOf }),
  'POST /api/auth/verify-reset-token': account('anyone', 'Whose reset link it is', { 200: accounts.resetOf }),
  'POST /api/auth/reset-password': {
    ...account('anyone', 'Set a new password with a reset link', { 200: message }),
    body: resetInput,
  },
  'POST /api/auth/activate': {
    ...account('anyone', 'Accept an invitation', { 200: accounts.activated }),
    body: activateInput,
  },
  'PUT /api/auth/change-password': {
    ...account('person', 'Change the password', { 200: message }),
    body: changePasswordInput,
  },
  'GET /api/auth/profile': account('person', 'Who is calling', { 200: user }),
  'GET /api/auth/sessions': account('person', 'List the devices that are signed in', { 200: accounts.signIns }),
  'DELETE /api/auth/sessions': account('person', 'Sign out all other devices', { 204: null }),
  'DELETE /api/auth/sessions/:id': account('person', 'Sign out a device', { 204: null }),
  'GET /api/auth/second-factor': account('person', 'Whether there is a second factor', { 200: accounts.secondFactor }),
  'POST /api/auth/second-factor': {
    ...account('superadmin', 'Begin to set up a second factor', { 201: accounts.secondFactorSetup }),
    body: passwordInput,
  },
  'POST /api/auth/second-factor/confirm': {
    ...account('superadmin', 'Turn it on with a first code', { 200: accounts.recoveryCodes }),
    body: codeInput,
  },
  'POST /api/auth/second-factor/check': {
    ...account('person', 'Enter a code, which is good for ten minutes', { 204: null }),
    body: codeInput,
  },
  'POST /api/auth/second-factor/remove': { ...account('person', 'Remove it', { 204: null }), body: codeInput },
  'GET /api/exports/me': account('person', 'All that is kept about the caller', { 200: accounts.personExport }),

  'POST /api/exports/hoa': {
    ...association('Begin to export everything of the HOA', { 201: accounts.hoaExport }),
    notes: `Says what there is; the two calls below give it, a page at a time. ${STEP_UP}`,
  },
  'GET /api/exports/hoa/records': {
    ...association('Export the records of a kind', { 200: accounts.hoaExportRows }),
    query: exportRowsQuery,
  },
  'GET /api/exports/hoa/files': {
    ...association('Export the files', { 200: accounts.hoaExportFiles }),
    query: exportFilesQuery,
  },

  'GET /api/signup/plans': signup('List the plans', { 200: accounts.offeredPlans }),
  'GET /api/signup/payment-form': signup('What the card form needs', { 200: accounts.paymentForm }),
  'POST /api/signup/check-availability': signup('Whether an email or a name of an HOA is free', {
    200: accounts.availability,
  }),
  'POST /api/signup/trial': { ...signup('Begin a trial', { 201: accounts.trial }), body: trialInput },
  'POST /api/signup/confirm-payment': {
    ...signup('Name the payment method', { 200: accounts.success }),
    body: paymentConfirmation,
  },
  'POST /api/signup/verify-email': {
    ...signup('Enter the mailed code', { 200: accounts.success }),
    body: verificationInput,
  },
  'POST /api/signup/resend-code': { ...signup('Mail a new code', { 200: accounts.success }), body: signupIds },
  'POST /api/signup/complete': { ...signup('Open the HOA', { 200: accounts.signedUp }), body: completionInput },

  'POST /api/hoa/leave': {
    ...association('Leave Porchlight', { 200: accounts.leaving }),
    body: 'leaveHoa',
    notes: STEP_UP,
  },
  'PUT /api/hoa/second-factor': {
    ...association('Whether superadmins need a second factor', { 204: null }),
    body: 'requireSecondFactors',
    notes: STEP_UP,
  },
  'POST /api/hoa/keep': association('Stay after all', { 200: accounts.leaving }),
  'GET /api/subscriptions/status': association('Get the subscription', { 200: accounts.subscription }),
  'GET /api/subscriptions/reactivation-status': association('Whether it must be reactivated', {
    200: accounts.reactivation,
  }),
  'POST /api/subscriptions/cancel': {
    ...association('Cancel the subscription', { 200: accounts.subscription }),
    body: cancellationInput,
  },
  'POST /api/subscriptions/update-plan': {
    ...association('Change the plan', { 200: accounts.subscription }),
    body: planChoice,
  },
  'POST /api/subscriptions/create-billing-portal': association('Get a link to the billing portal', {
    200: accounts.portal,
  }),
  'POST /api/subscriptions/create-reactivation-checkout': {
    ...association('Get a link to subscribe again', { 200: accounts.checkout }),
    body: planChoice,
  },
  'GET /api/stripe-connect/account-status': association('Get the payout account', { 200: accounts.payoutAccount }),
  'POST /api/stripe-connect/create-account': association('Connect a payout account', { 200: accounts.onboarding }),
  'POST /api/stripe-connect/refresh-onboarding': association('Go on with connecting it', { 200: accounts.onboarding }),
  'GET /api/activity/retention': {
    ...association('How long activity is kept', { 200: accounts.retention }),
    tag: 'Activity',
  },
  'PUT /api/activity/retention': {
    ...association('Set how long activity is kept', { 200: accounts.retention }),
    tag: 'Activity',
    body: retentionInput,
  },

  'GET /api/tokens': { ...association('List the API tokens', { 200: accounts.apiTokens }), tag: 'API tokens' },
  'POST /api/tokens': {
    ...association('Make an API token', { 201: accounts.newApiToken }),
    tag: 'API tokens',
    notes: STEP_UP,
    body: tokenInput,
  },
  'DELETE /api/tokens/:id': { ...association('Revoke an API token', { 204: null }), tag: 'API tokens' },

  'GET /api/webhook-endpoints': webhooks('List the webhooks', { 200: accounts.webhooks }),
  'POST /api/webhook-endpoints': {
    ...webhooks('Add a webhook', { 201: accounts.newWebhook }),
    notes: STEP_UP,
    body: endpointInput,
  },
  'PUT /api/webhook-endpoints/:id': {
    ...webhooks('Change a webhook, turn it off or on', { 200: accounts.webhook }),
    notes: STEP_UP,
    body: endpointUpdate,
  },
  'DELETE /api/webhook-endpoints/:id': webhooks('Delete a webhook and its deliveries', { 204: null }),
  'POST /api/webhook-endpoints/:id/rotate-secret': {
    ...webhooks('Make a new secret', { 200: accounts.webhookSecret }),
    notes: `For a day the earlier one signs, too. ${STEP_UP}`,
  },
  'POST /api/webhook-endpoints/:id/test': webhooks('Send a test event', { 200: message }),
  'GET /api/webhook-endpoints/:id/deliveries': webhooks('List the newest deliveries', {
    200: accounts.webhookDeliveries,
  }),
  'POST /api/webhook-endpoints/deliveries/:id/resend': webhooks('Send a delivery again', { 200: message }),

  'POST /api/replicache/push': {
    tag: 'Sync',
    access: 'person',
    summary: 'Send changes',
    notes: 'Replicache, version 1: https://doc.replicache.dev/reference/server-push',
    body: pushBody,
    answers: { 200: accounts.pushed },
  },
  'POST /api/replicache/pull': {
    tag: 'Sync',
    access: 'person',
    summary: 'Get changes',
    notes: 'Replicache, version 1: https://doc.replicache.dev/reference/server-pull',
    body: pullBody,
    answers: { 200: accounts.pulled },
  },
  'GET /api/realtime': {
    tag: 'Sync',
    access: 'person',
    summary: 'Open a WebSocket that tells of changes',
    answers: { 101: null },
  },

  'GET /api/live': operation('Whether the worker runs', { 200: accounts.live }),
  'GET /api/health': operation('Whether all it needs is up', { 200: accounts.health, 503: accounts.health }),
  'GET /api/metrics': {
    ...operation('Counters and gauges', { 200: 'application/openmetrics-text' }),
    notes: 'With METRICS_TOKEN as bearer.',
  },
  'POST /api/client-errors': { ...operation('Report an error of a browser', { 204: null }), body: clientErrorInput },
  'POST /api/webhooks/stripe': {
    ...operation('Events of Stripe', { 200: accounts.received }),
    notes: 'Signed by Stripe.',
  },
  'POST /api/webhooks/resend': {
    ...operation('Events of mails', { 200: accounts.received }),
    notes: 'Signed by Resend.',
  },
  'GET /api/openapi.json': {
    ...operation('This document', { 200: accounts.openapi }),
  },
  'GET /api/docs': { ...operation('The page to read it', { 302: null }) },
};
