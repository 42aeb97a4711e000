import { createEmulator, defineEmulator, type EmulatorContext } from 'emulate';
import { accountLinkEndpoints } from './account-links.ts';
import { accountEndpoints } from './accounts.ts';
import { chargeEndpoints } from './charges.ts';
import { checkoutEndpoints } from './checkout.ts';
import { Clock } from './clock.ts';
import { openControl } from './control.ts';
import { customerEndpoints } from './customers.ts';
import { addDemo, type DemoHoa } from './demo.ts';
import { tellOfDemo } from './demo-subscriptions.ts';
import { openApi } from './door.ts';
import { eventEndpoints } from './event-endpoints.ts';
import { invoiceEndpoints } from './invoices.ts';
import { runDue } from './jobs.ts';
import { Journal } from './journal.ts';
import type { Keys } from './keys.ts';
import { Weather } from './outage.ts';
import { openPages } from './pages/pages.ts';
import { paymentIntentEndpoints } from './payment-intents.ts';
import { paymentMethodEndpoints } from './payment-methods.ts';
import { portalEndpoints } from './portal.ts';
import { priceEndpoints } from './prices.ts';
import { productEndpoints } from './products.ts';
import { refundEndpoints } from './refunds.ts';
import { setupIntentEndpoints } from './setup-intents.ts';
import type { State } from './state.ts';
import { Store } from './store.ts';
import { scheduleEndpoints } from './subscription-schedules.ts';
import { subscriptionEndpoints } from './subscriptions.ts';
import { Webhooks } from './webhooks.ts';
import type { World } from './world.ts';

export type StripeOptions = {
  port: number;
  keys: Keys;
  webhook: { url?: string; secret: string };
  /** Where the state is kept; without it, it lives as long as the process. */
  folder?: string;
  /** What a first start makes. */
  demo?: DemoHoa[];
};

/**
 * A resource is a file with its endpoints, named here. Its rows are a table in state.ts, what it does later a line in
 * jobs.ts, and how Checkout sells it a mode in checkout-modes.ts.
 */
const ENDPOINTS = [
  ...accountEndpoints,
  ...accountLinkEndpoints,
  ...chargeEndpoints,
  ...checkoutEndpoints,
  ...customerEndpoints,
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
];

/** How often the clock is looked at for work that falls due, in milliseconds. */
const TICK = 500;
const DAY = 24 * 3600;

/** Starts a Stripe of our own on 127.0.0.1: the API under /v1, hosted pages, Stripe.js, and /_emulator to steer it. */
export const startStripe = (options: StripeOptions) => {
  const journal = new Journal(options.folder);
  const service = defineEmulator<State>({
    name: 'stripe',
    state: () => journal.load(),
    setup: (context) => open(context, journal, options),
  });
  return createEmulator({ service, port: options.port, inspector: { maxRequests: 200 } });
};

const open = (context: EmulatorContext<State>, journal: Journal, { keys, webhook, demo = [] }: StripeOptions): void => {
  const { app, state, baseUrl, signal } = context;
  forget(state, Math.floor(Date.now() / 1000));
  journal.compact(state);
  const store = new Store(state, journal);
  const webhooks = new Webhooks(store, webhook);
  const world: World = {
    store,
    clock: new Clock(store),
    webhooks,
    baseUrl,
    request: { id: null, idempotency_key: null },
  };
  const house = { app, world, weather: new Weather(), keys, signal };
  openPages(house);
  openControl(house);
  openApi(house, ENDPOINTS);
  if (store.all('customers').length === 0) {
    quietly(webhooks, () => demo.forEach((hoa) => void addDemo(world, hoa)));
    tellOfDemo(world);
  }
  store.flush();
  const ticking = setInterval(() => runDue(world, world.clock.now()), TICK);
  context.onDispose(() => {
    clearInterval(ticking);
    webhooks.stop();
  });
  webhooks.wake();
};

/** Drops at a start what Stripe no longer shows: answers after a day, events after thirty. */
const forget = (state: State, now: number): void => {
  for (const { id, created } of Object.values(state.answers)) if (created < now - DAY) delete state.answers[id];
  for (const { id, created } of Object.values(state.events)) if (created < now - 30 * DAY) delete state.events[id];
  for (const { id, event } of Object.values(state.deliveries)) if (!state.events[event]) delete state.deliveries[id];
};

/** What the demo begins with is no news. */
const quietly = (webhooks: Webhooks, work: () => void): void => {
  const { mode } = webhooks;
  webhooks.mode = { mode: 'drop', delay_ms: 0 };
  work();
  webhooks.mode = mode;
};
