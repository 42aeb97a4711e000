import { createEmulator, defineEmulator, type EmulatorContext } from 'emulate';
import { accountLinkEndpoints } from './accounts/account-links.ts';
import { accountEndpoints } from './accounts/accounts.ts';
import { invoiceEndpoints } from './billing/invoices.ts';
import { scheduleEndpoints } from './billing/subscription-schedules.ts';
import { subscriptionEndpoints } from './billing/subscriptions.ts';
import { customerEndpoints } from './catalog/customers.ts';
import { priceEndpoints } from './catalog/prices.ts';
import { productEndpoints } from './catalog/products.ts';
import { checkoutEndpoints } from './checkout/sessions.ts';
import { serveControl } from './control.ts';
import { serveApi } from './core/api.ts';
import { Clock } from './core/clock.ts';
import type { Context } from './core/context.ts';
import { eventEndpoints } from './core/event-endpoints.ts';
import { Journal } from './core/journal.ts';
import type { Keys } from './core/keys.ts';
import { Outages } from './core/outage.ts';
import type { State } from './core/state.ts';
import { Store } from './core/store.ts';
import { Webhooks } from './core/webhooks.ts';
import { runDue } from './jobs.ts';
import { servePages } from './pages/routes.ts';
import { applicationFeeEndpoints } from './payments/application-fees.ts';
import { balanceEndpoints } from './payments/balance.ts';
import { chargeEndpoints } from './payments/charges.ts';
import { disputeEndpoints } from './payments/disputes.ts';
import { paymentIntentEndpoints } from './payments/payment-intents.ts';
import { paymentMethodEndpoints } from './payments/payment-methods.ts';
import { refundEndpoints } from './payments/refunds.ts';
import { setupIntentEndpoints } from './payments/setup-intents.ts';
import { transferEndpoints } from './payments/transfers.ts';
import { portalEndpoints } from './portal/portal.ts';
import { addSeed, announceSubscriptions, type Seed } from './seed.ts';

export type { SeedCustomer } from './seed.ts';

type StripeOptions = {
  port: number;
  keys: Keys;
  webhook: { url?: string; secret: string };
  /** Where the state is kept; without it, the state lives as long as the process. */
  folder?: string;
  seed?: Seed;
};

/**
 * A resource is a file with its endpoints, named here. Its rows are a table in state.ts, what it does later a line in
 * jobs.ts, and how Checkout sells it a mode in checkout-modes.ts.
 */
const ENDPOINTS = [
  ...accountEndpoints,
  ...accountLinkEndpoints,
  ...applicationFeeEndpoints,
  ...balanceEndpoints,
  ...chargeEndpoints,
  ...checkoutEndpoints,
  ...customerEndpoints,
  ...disputeEndpoints,
  ...eventEndpoints,
  ...invoiceEndpoints,
  ...paymentIntentEndpoints,
  ...paymentMethodEndpoints,
  ...portalEndpoints,
  ...priceEndpoints,
  ...productEndpoints,
  ...refundEndpoints,
  ...scheduleEndpoints,
  ...setupIntentEndpoints,
  ...subscriptionEndpoints,
  ...transferEndpoints,
];

/** How often the clock is looked at for work that falls due, in milliseconds. */
const JOB_INTERVAL_MS = 500;
const DAY = 24 * 3600;

export const startStripe = (options: StripeOptions) => {
  const journal = new Journal(options.folder);
  const service = defineEmulator<State>({
    name: 'stripe',
    state: () => journal.load(),
    setup: (context) => open(context, journal, options),
  });
  return createEmulator({ service, port: options.port, inspector: { maxRequests: 200 } });
};

const open = (context: EmulatorContext<State>, journal: Journal, { keys, webhook, seed }: StripeOptions): void => {
  const { app, state, baseUrl, signal } = context;
  purgeExpired(state, Math.floor(Date.now() / 1000));
  journal.compact(state);
  const store = new Store(state, journal);
  const webhooks = new Webhooks(store, webhook);
  const ctx: Context = {
    store,
    clock: new Clock(store),
    webhooks,
    baseUrl,
    request: { id: null, idempotency_key: null },
  };
  const server = { app, ctx, outages: new Outages(), keys, signal };
  servePages(server);
  serveControl(server);
  serveApi(server, ENDPOINTS);
  if (store.all('customers').length === 0) {
    if (seed) withoutWebhooks(webhooks, () => addSeed(ctx, seed));
    announceSubscriptions(ctx);
  }
  store.flush();
  const ticking = setInterval(() => runDue(ctx, ctx.clock.now()), JOB_INTERVAL_MS);
  context.onDispose(() => {
    clearInterval(ticking);
    webhooks.stop();
  });
  webhooks.wake();
};

const purgeExpired = (state: State, now: number): void => {
  for (const { id, created } of Object.values(state.answers)) if (created < now - DAY) delete state.answers[id];
  for (const { id, created } of Object.values(state.events)) if (created < now - 30 * DAY) delete state.events[id];
  for (const { id, event } of Object.values(state.deliveries)) if (!state.events[event]) delete state.deliveries[id];
};

const withoutWebhooks = (webhooks: Webhooks, work: () => void): void => {
  const { mode } = webhooks;
  webhooks.mode = { mode: 'drop', delay_ms: 0 };
  work();
  webhooks.mode = mode;
};
