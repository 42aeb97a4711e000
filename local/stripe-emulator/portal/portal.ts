import type Stripe from 'stripe';
import { type Context, find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { invalidRequest } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { page } from '../core/lists.ts';
import { mergeMetadata } from '../core/params.ts';
import type { Features } from './shapes.ts';
import {
  configurationList,
  configurationShape,
  configurationUpdate,
  type SessionInput,
  sessionShape,
} from './shapes.ts';

/** https://docs.stripe.com/api/customer_portal */
export const portalEndpoints = [
  endpoint('POST /v1/billing_portal/configurations', configurationShape, ({ ctx, input }) => {
    const { business_profile, features, metadata, ...fields } = input;
    const blank = blankConfiguration(ctx);
    const row = ctx.store.put('portal_configurations', {
      ...blank,
      ...fields,
      business_profile: { ...blank.business_profile, ...business_profile },
      features: featuresOf(features, ctx),
      metadata: mergeMetadata({}, metadata),
    });
    emit(ctx, 'billing_portal.configuration.created', row);
    return row;
  }),
  endpoint('GET /v1/billing_portal/configurations', configurationList, ({ ctx, input, url }) => {
    const rows = ctx.store
      .all('portal_configurations')
      .filter((row) => input.active === undefined || row.active === input.active)
      .filter((row) => input.is_default === undefined || row.is_default === input.is_default);
    return page(rows, input, url);
  }),
  endpoint('GET /v1/billing_portal/configurations/:id', {}, ({ ctx, id }) => find(ctx, 'portal_configurations', id)),
  endpoint('POST /v1/billing_portal/configurations/:id', configurationUpdate, ({ ctx, input, id }) => {
    const { business_profile, features, metadata, ...fields } = input;
    const old = find(ctx, 'portal_configurations', id);
    const row = ctx.store.put('portal_configurations', {
      ...old,
      ...fields,
      business_profile: { ...old.business_profile, ...business_profile },
      features: features ? { ...old.features, ...picked(featuresOf(features, ctx), features) } : old.features,
      metadata: mergeMetadata(old.metadata, metadata),
      updated: ctx.clock.now(),
    });
    emit(ctx, 'billing_portal.configuration.updated', row);
    return row;
  }),
  endpoint('POST /v1/billing_portal/sessions', sessionShape, ({ ctx, input }) => newSession(ctx, input)),
];

const picked = <T extends object>(from: T, names: object): Partial<T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name in names)) as Partial<T>;

const newSession = (ctx: Context, input: SessionInput): Stripe.BillingPortal.Session => {
  find(ctx, 'customers', input.customer, 'customer');
  const configuration = configurationOf(ctx, input.configuration);
  const return_url = input.return_url ?? configuration.default_return_url;
  if (return_url && !URL.canParse(return_url)) throw invalidRequest('Not a valid URL', 'return_url', 'url_invalid');
  const id = newId('bps');
  const row: Stripe.BillingPortal.Session = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: ctx.clock.now(),
    customer: input.customer,
    customer_account: null,
    flow: flowOf(ctx, input),
    livemode: false,
    locale: (input.locale as Stripe.BillingPortal.Session.Locale) ?? null,
    on_behalf_of: null,
    return_url,
    url: `${ctx.baseUrl}/p/session/${id}`,
  };
  emit(ctx, 'billing_portal.session.created', ctx.store.put('portal_sessions', row));
  return row;
};

const configurationOf = (ctx: Context, id: string | undefined) => {
  if (id) return find(ctx, 'portal_configurations', id, 'configuration');
  const standard = ctx.store.all('portal_configurations').find((row) => row.is_default);
  if (standard) return standard;
  throw invalidRequest(
    'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
  );
};

/** One thing to do in the portal, and where to go after it: https://docs.stripe.com/customer-management/portal-deep-links */
const flowOf = (ctx: Context, { customer, flow_data }: SessionInput): Stripe.BillingPortal.Session.Flow | null => {
  if (!flow_data) return null;
  const { type, after_completion: after } = flow_data;
  const details = type === 'payment_method_update' ? undefined : flow_data[type];
  if (type !== 'payment_method_update') {
    if (!details) throw invalidRequest(`Missing required param: flow_data[${type}].`, `flow_data[${type}]`);
    const param = `flow_data[${type}][subscription]`;
    const { customer: of } = find(ctx, 'subscriptions', details.subscription, param);
    if (of !== customer) throw invalidRequest('The subscription belongs to another customer.', param);
  }
  const { subscription_cancel: cancel, subscription_update: update, subscription_update_confirm: confirm } = flow_data;
  const items = confirm?.items.map(({ id, price = null, quantity }) => ({ id, price, quantity }));
  return {
    after_completion: {
      hosted_confirmation: after?.hosted_confirmation
        ? { custom_message: after.hosted_confirmation.custom_message ?? null }
        : null,
      redirect: after?.redirect ?? null,
      type: after?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: cancel ? { retention: null, subscription: cancel.subscription } : null,
    subscription_pause: null,
    subscription_update: update ?? null,
    subscription_update_confirm: confirm
      ? { discounts: null, items: items!, subscription: confirm.subscription }
      : null,
    type,
  };
};

type Configuration = Stripe.BillingPortal.Configuration;

/** A configuration with nothing allowed yet: https://docs.stripe.com/api/customer_portal/configurations/object */
const blankConfiguration = (ctx: Context): Configuration => ({
  id: newId('bpc'),
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  created: ctx.clock.now(),
  default_return_url: null,
  features: featuresOf({}),
  is_default: false,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: {},
  name: null,
  updated: ctx.clock.now(),
});

/** The features that are asked for, everything else off. Throws for prices that do not exist. */
const featuresOf = (wanted: Features, ctx?: Context): Configuration['features'] => {
  const { subscription_cancel: cancel, subscription_update: update } = wanted;
  if (ctx) for (const { prices } of update?.products ?? []) checkPrices(ctx, prices);
  return {
    customer_update: { allowed_updates: [], enabled: false, ...wanted.customer_update },
    invoice_history: wanted.invoice_history ?? { enabled: false },
    payment_method_update: { enabled: false, payment_method_configuration: null, ...wanted.payment_method_update },
    subscription_cancel: {
      enabled: cancel?.enabled ?? false,
      cancellation_reason: { enabled: false, feedback_options: null, options: [], ...cancel?.cancellation_reason },
      mode: cancel?.mode ?? 'at_period_end',
      proration_behavior: cancel?.proration_behavior ?? 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: update?.default_allowed_updates ?? [],
      enabled: update?.enabled ?? false,
      products: (update?.products ?? []).map((product) => ({ ...product, adjustable_quantity: FIXED })),
      proration_behavior: update?.proration_behavior ?? 'none',
      schedule_at_period_end: { conditions: update?.schedule_at_period_end?.conditions ?? [] },
      trial_update_behavior: update?.trial_update_behavior ?? 'end_trial',
    },
  };
};

const FIXED = { enabled: false, maximum: null, minimum: 1 };

const checkPrices = (ctx: Context, prices: string[]): void => {
  const param = 'features[subscription_update][products][0][prices]';
  for (const id of prices) {
    if (!find(ctx, 'prices', id, param).recurring)
      throw invalidRequest('Only recurring prices can be offered in the portal.', param);
  }
};
