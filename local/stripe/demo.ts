import type Stripe from 'stripe';
import type { SubscriptionStatus } from '../../schema/billing.ts';
import { newAccount, standing } from './accounts.ts';
import { newCustomer } from './customers.ts';
import { addDemoSubscription } from './demo-subscriptions.ts';
import { newPaymentMethod } from './payment-methods.ts';
import { newSetupIntent, succeed } from './setup-intents.ts';
import type { World } from './world.ts';

/** What the payments service holds of a demo HOA from the start. */
export type DemoHoa = {
  slug: string;
  name: string;
  email: string;
  plan: string;
  /** How many days ago it joined. */
  days?: number;
  status: SubscriptionStatus;
  account: { details_submitted: boolean; requirements_due: string[] };
};

/** Makes a demo HOA's customer, card, setup intent, subscription and connected account, under the ids that the app's seed names. */
export const addDemo = (world: World, hoa: DemoHoa): void => {
  const customer = newCustomer(world, { email: hoa.email, name: hoa.name }, `cus_demo_${hoa.slug}`);
  addCard(world, hoa, customer);
  addDemoSubscription(world, hoa);
  addAccount(world, hoa);
};

const addCard = (world: World, { slug, name, email }: DemoHoa, customer: Stripe.Customer): void => {
  const card = {
    number: '4242424242424242',
    exp_month: 12,
    exp_year: new Date(world.clock.now() * 1000).getUTCFullYear() + 3,
    cvc: '123',
  };
  const made = newPaymentMethod(world, { type: 'card', card, billing_details: { name, email } });
  const behaviour = world.store.get('behaviours', made.id)!;
  for (const table of ['payment_methods', 'behaviours'] as const) world.store.remove(table, made.id);
  const method = world.store.put('payment_methods', { ...made, id: `pm_demo_${slug}` });
  world.store.put('behaviours', { ...behaviour, id: method.id });
  const setup = newSetupIntent(world, { customer: customer.id, payment_method: method.id }, `seti_demo_${slug}`);
  succeed(world, setup);
  world.store.put('customers', {
    ...customer,
    invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id },
  });
};

const addAccount = (world: World, { slug, name, email, account }: DemoHoa): void => {
  const capabilities = { card_payments: { requested: true }, transfers: { requested: true } };
  const business_profile = { name, product_description: 'Homeowners association dues' };
  const row = newAccount(world, { email, capabilities, business_profile }, `acct_demo_${slug}`);
  const told = { ...row, details_submitted: account.details_submitted };
  world.store.put('accounts', { ...told, ...standing(told, account.requirements_due) });
};
