import * as z from 'zod';
import { type GrantedScope, SCOPES } from '../../schema/api-tokens.ts';
import { SUBSCRIPTION_STATUSES } from '../../schema/billing.ts';
import { PLAN_NAMES } from '../../schema/plans.ts';
import { DELIVERY_STATES, WEBHOOK_EVENTS } from '../../schema/webhooks.ts';
import { count, id, instant, record } from './parts.ts';
import { user } from './people.ts';
import { activity } from './trail.ts';

export const session = z.strictObject({ accessToken: z.string().describe('Valid for 15 minutes'), user });
export const activated = z.strictObject({ token: z.string(), user });
export const signIns = z.strictObject({
  sessions: z.array(
    record('SignIn', {
      id,
      device: z.string().nullable(),
      createdAt: instant,
      lastUsedAt: instant,
      isCurrent: z.boolean(),
    }),
  ),
});
export const secondFactor = z.strictObject({ confirmedAt: instant.nullable(), recoveryCodesLeft: count });
export const secondFactorSetup = z.strictObject({ secret: z.string(), uri: z.string() });
export const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });
export const resetOf = z.strictObject({ email: z.string() });

const plan = z.strictObject({
  name: z.enum(PLAN_NAMES),
  display_name: z.string(),
  price_cents: count,
  max_units: count.nullable().describe('Null: no limit'),
});
export const offeredPlans = z.partialRecord(
  z.enum(PLAN_NAMES),
  plan.extend({
    rank: z.int(),
    audience: z.string(),
    features: z.array(z.string()),
    price: z.number().describe('Dollars a month'),
  }),
);
export const subscription = record('Subscription', {
  _id: id,
  plan,
  next_plan: plan.nullable(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  trial_end: instant.nullable(),
  current_period_end: instant.nullable(),
  canceled_at: instant.nullable(),
  cancellation_reason: z.string().nullable(),
  createdAt: instant,
});
export type SubscriptionBody = z.infer<typeof subscription>;
export const reactivation = z.strictObject({ needsReactivation: z.boolean(), subscription: subscription.nullable() });
export const portal = z.strictObject({ portal_url: z.string() });
export const checkout = z.strictObject({ checkout_url: z.string() });

export const paymentForm = z.strictObject({ publishable_key: z.string(), script_url: z.string().nullable() });
export const availability = z.strictObject({ available: z.boolean() });
export const success = z.strictObject({ success: z.literal(true) });
export const trial = z.strictObject({
  user: z.strictObject({ id }),
  hoa: z.strictObject({ id }),
  subscription_id: z.string(),
  setup_intent_id: z.string(),
  setup_intent_client_secret: z.string().nullable(),
  payment_method_secured: z.boolean(),
});
export const signedUp = z.strictObject({
  token: z.string().optional(),
  user,
  hoa: z.strictObject({
    id,
    _id: id,
    name: z.string(),
    city: z.string().nullable(),
    zip: z.string().nullable(),
    time_zone: z.string(),
    createdAt: instant,
  }),
  subscription,
});

export const leaving = z.strictObject({ removedOn: z.iso.datetime().nullable() });
export const retention = z.strictObject({ years: z.int().nullable().describe('Null: for ever') });

export const payoutAccount = z.strictObject({
  is_offered: z.boolean(),
  account_exists: z.boolean(),
  account_id: z.string().nullable(),
  status: z
    .strictObject({
      details_submitted: z.boolean(),
      charges_enabled: z.boolean(),
      payouts_enabled: z.boolean(),
      capabilities: z.strictObject({ card_payments: z.string(), transfers: z.string() }),
      business_profile: z.strictObject({ name: z.string().nullable(), product_description: z.string().nullable() }),
      requirements_due: z.array(z.string()),
    })
    .nullable(),
});
export const onboarding = z.strictObject({ success: z.literal(true), onboarding_url: z.string() });

export const upload = z.strictObject({
  uploadUrl: z.string().describe('PUT the file there'),
  s3Key: z.string().describe('For the record that uses the file'),
});
export const download = z.strictObject({ downloadUrl: z.string().describe('Valid for 5 minutes') });

export const imported = z.strictObject({
  summary: z.strictObject({ usersCreated: count, addressesCreated: count, usersReactivated: count }),
});
export const sent = z.strictObject({
  delivery_summary: z.strictObject({ email_delivered: count, total_recipients: count }),
});
export const retried = z.strictObject({
  retry_summary: z.strictObject({ email_delivered: count, email_failed: count }),
});

const metric = z.strictObject({
  title: z.string(),
  value: count,
  change: z.int(),
  changeType: z.enum(['increase', 'decrease', 'neutral']),
  icon: z.string(),
});
export const metrics = z.strictObject({ maintenanceRequests: metric, announcements: metric, documents: metric });
export const recentActivity = z.array(
  z.strictObject({
    id,
    type: z.enum(['announcement', 'request', 'document']),
    title: z.string(),
    description: z.string(),
    time: instant,
  }),
);

const row = z.record(z.string(), z.unknown());
export const personExport = z.strictObject({
  exported_at: instant,
  person: user.pick({ id: true, name: true, email: true, role: true }),
  records: z.record(z.string(), z.array(row)),
  sign_ins: z.array(row),
  activity: z.array(
    activity.pick({ at: true, action: true, entity: true, title: true, device: true }).extend({ changes: z.unknown() }),
  ),
  api_tokens: z.array(row),
  calendar_feeds: z.array(row),
  checkouts: z.array(row),
  files: z.array(z.strictObject({ name: z.string(), record: z.string(), url: z.string() })),
});

const status = z.enum(['ok', 'down']);
export const health = z.strictObject({
  status,
  checks: z.strictObject({ database: status, files: status, mail: status, payments: status }),
});
export const received = z.strictObject({ received: z.literal(true) });

const patch = z.looseObject({ op: z.enum(['clear', 'put', 'del']) });
export const pushed = z.strictObject({ pokes: z.array(z.looseObject({ patch: z.array(patch) })) });
export const pulled = z.looseObject({
  cookie: z.looseObject({ order: z.number() }),
  lastMutationIDChanges: z.record(z.string(), z.int()),
  patch: z.array(patch),
});
export const live = z.strictObject({ status: z.literal('ok') });
export const openapi = z.looseObject({ openapi: z.literal('3.1.0') });

export const apiTokens = z.strictObject({
  tokens: z.array(
    record('ApiToken', {
      _id: id,
      name: z.string(),
      ending: z.string().describe('Its last four characters'),
      scopes: z.array(z.enum(SCOPES as readonly [GrantedScope, ...GrantedScope[]])),
      owner: z.string().describe('The person it acts for'),
      createdAt: instant,
      expiresAt: instant,
      lastUsedAt: instant.nullable(),
    }),
  ),
});
export const newApiToken = z.strictObject({
  _id: id,
  token: z.string().describe('Shown only now'),
  expiresAt: instant,
});

export const hoaExport = z.strictObject({
  exported_at: instant,
  hoa: z.strictObject({ id, name: z.string() }),
  entities: z.array(
    z.strictObject({ entity: z.string(), name: z.string(), columns: z.array(z.string()), rows: count }),
  ),
  files: z.strictObject({ count, bytes: count }),
});
const next = z.string().nullable().describe('For `after` of the next page; null at the end');
export const hoaExportRows = z.strictObject({ rows: z.array(row), next });
export const hoaExportFiles = z.strictObject({
  files: z.array(
    z.strictObject({ key: z.string(), name: z.string(), record: z.string(), size: count, url: z.string() }),
  ),
  next,
});

export const events = z.strictObject({
  docs: z.array(
    record('Event', {
      _id: id.describe('The `id` of its webhooks'),
      type: z.enum(WEBHOOK_EVENTS),
      record_id: z.string().describe('The id of the record, to be read with GET'),
      timestamp: instant,
    }),
  ),
  next: z.string().nullable().describe('The cursor of the next call; null while there was no event at all'),
  hasMore: z.boolean(),
});

export const webhook = record('Webhook', {
  _id: id,
  url: z.string(),
  description: z.string().nullable(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  is_enabled: z.boolean(),
  failing_since: instant.nullable(),
  disabled_at: instant.nullable(),
  disabled_reason: z.string().nullable().describe('Null where a person turned it off'),
  previous_until: instant.nullable().describe('Until then the earlier secret signs, too'),
  createdAt: instant,
});
export const webhooks = z.strictObject({ endpoints: z.array(webhook) });
export const newWebhook = webhook.extend({ secret: z.string().describe('Shown only now') });
export const webhookSecret = z.strictObject({ secret: z.string().describe('Shown only now') });
export const webhookDeliveries = z.strictObject({
  deliveries: z.array(
    record('WebhookDelivery', {
      _id: id.describe('The `webhook-id`'),
      event: z.string(),
      status: z.enum(DELIVERY_STATES),
      attempts: count,
      last_status: z.int().nullable().describe('Null where no answer came'),
      last_error: z.string().nullable(),
      settled_at: instant.nullable(),
      createdAt: instant,
    }),
  ),
});
