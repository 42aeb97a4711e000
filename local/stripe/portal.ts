import type Stripe from 'stripe';
import { endpoint } from './endpoint.ts';
import { invalid } from './errors.ts';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import { page } from './lists.ts';
import { merged } from './params.ts';
import { blankConfiguration, featuresOf } from './portal-configurations.ts';
import { flowOf } from './portal-flows.ts';
import {
  configurationList,
  configurationShape,
  configurationUpdate,
  type SessionInput,
  sessionShape,
} from './portal-shapes.ts';
import { find, type World } from './world.ts';

/** https://docs.stripe.com/api/customer_portal */
export const portalEndpoints = [
  endpoint('POST /v1/billing_portal/configurations', configurationShape, ({ world, input }) => {
    const { business_profile, features, metadata, ...fields } = input;
    const blank = blankConfiguration(world);
    const row = world.store.put('portal_configurations', {
      ...blank,
      ...fields,
      business_profile: { ...blank.business_profile, ...business_profile },
      features: featuresOf(features, world),
      metadata: merged({}, metadata),
    });
    emit(world, 'billing_portal.configuration.created', row);
    return row;
  }),
  endpoint('GET /v1/billing_portal/configurations', configurationList, ({ world, input, url }) => {
    const rows = world.store
      .all('portal_configurations')
      .filter((row) => input.active === undefined || row.active === input.active)
      .filter((row) => input.is_default === undefined || row.is_default === input.is_default);
    return page(rows, input, url);
  }),
  endpoint('GET /v1/billing_portal/configurations/:id', {}, ({ world, id }) =>
    find(world, 'portal_configurations', id),
  ),
  endpoint('POST /v1/billing_portal/configurations/:id', configurationUpdate, ({ world, input, id }) => {
    const { business_profile, features, metadata, ...fields } = input;
    const old = find(world, 'portal_configurations', id);
    const row = world.store.put('portal_configurations', {
      ...old,
      ...fields,
      business_profile: { ...old.business_profile, ...business_profile },
      features: features ? { ...old.features, ...picked(featuresOf(features, world), features) } : old.features,
      metadata: merged(old.metadata, metadata),
      updated: world.clock.now(),
    });
    emit(world, 'billing_portal.configuration.updated', row);
    return row;
  }),
  endpoint('POST /v1/billing_portal/sessions', sessionShape, ({ world, input }) => newSession(world, input)),
];

const picked = <T extends object>(from: T, names: object): Partial<T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name in names)) as Partial<T>;

const newSession = (world: World, input: SessionInput): Stripe.BillingPortal.Session => {
  find(world, 'customers', input.customer, 'customer');
  const configuration = configurationOf(world, input.configuration);
  const return_url = input.return_url ?? configuration.default_return_url;
  if (return_url && !URL.canParse(return_url)) throw invalid('Not a valid URL', 'return_url', 'url_invalid');
  const id = newId('bps');
  const row: Stripe.BillingPortal.Session = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: world.clock.now(),
    customer: input.customer,
    customer_account: null,
    flow: flowOf(world, input),
    livemode: false,
    locale: (input.locale as Stripe.BillingPortal.Session.Locale) ?? null,
    on_behalf_of: null,
    return_url,
    url: `${world.baseUrl}/p/session/${id}`,
  };
  emit(world, 'billing_portal.session.created', world.store.put('portal_sessions', row));
  return row;
};

const configurationOf = (world: World, id: string | undefined) => {
  if (id) return find(world, 'portal_configurations', id, 'configuration');
  const standard = world.store.all('portal_configurations').find((row) => row.is_default);
  if (standard) return standard;
  throw invalid(
    'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
  );
};
