/** The payments service as a process; its port, folder, keys and webhook address come from the environment. */
import { type SeedCustomer, startStripe } from '@porchlight/stripe-emulator';
import { PLANS, TRIAL_DAYS } from '../schema/plans.ts';
import { guardServers } from './guard.ts';
import type { HoaData } from './seed/hoa-data.ts';
import { mapleRidge } from './seed/maple-ridge/hoa.ts';
import { willowCreek } from './seed/willow-creek/hoa.ts';

const DAY = 24 * 3600;
const PERIOD_ENDS_IN_DAYS = 17;

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};

const prices = (['starter', 'growth', 'pro'] as const).map((plan) => ({
  name: `Porchlight ${PLANS[plan].display_name}`,
  lookup_key: `porchlight_${plan}_monthly`,
  unit_amount: PLANS[plan].price_cents,
  metadata: { plan },
}));

const customerOf = ({ slug, name, days, billing }: HoaData): SeedCustomer => {
  const now = Math.floor(Date.now() / 1000);
  const created = now - Math.round(days * DAY);
  const trialing = billing.status === 'trialing';
  const current_period_end = trialing ? created + TRIAL_DAYS * DAY : now + PERIOD_ENDS_IN_DAYS * DAY;
  return {
    slug,
    name,
    email: `superadmin@${slug}.test`,
    subscription: {
      price: `porchlight_${billing.plan}_monthly`,
      metadata: { plan: billing.plan },
      trialing,
      created,
      current_period_start: current_period_end - TRIAL_DAYS * DAY,
      current_period_end,
    },
    account: {
      product_description: 'Homeowners association dues',
      details_submitted: billing.account.details_submitted,
      currently_due: billing.account.requirements_due,
    },
  };
};

// Checkout and its like are for payers, and the API has keys of its own; what shows or moves the emulator is not for them.
const arePagesOpen = setting('STRIPE_PAGES') === 'open';
const isOpen = (path: string) =>
  path.includes('/_emulat')
    ? arePagesOpen && path.startsWith('/_emulator/authenticate/')
    : arePagesOpen || path.startsWith('/v1/');
guardServers({ tokens: [setting('LOCAL_TOKEN')], isOpen });
const stripe = await startStripe({
  port: Number(setting('STRIPE_PORT')),
  folder: setting('STRIPE_FOLDER'),
  keys: { secretKey: setting('STRIPE_SECRET_KEY'), publishableKey: setting('STRIPE_PUBLISHABLE_KEY') },
  webhook: { url: setting('STRIPE_WEBHOOK_URL'), secret: setting('STRIPE_WEBHOOK_SECRET') },
  seed: { prices, customers: [willowCreek, mapleRidge].map(customerOf) },
});
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void stripe.close().then(() => process.exit()));
