import type Stripe from 'stripe';
import { accountStatus, newAccount } from './accounts/accounts.ts';
import { newSubscription } from './billing/new-subscription.ts';
import { scheduleWork } from './billing/subscription-changes.ts';
import { itemOf } from './billing/subscription-rows.ts';
import { newCustomer } from './catalog/customers.ts';
import { newPrice } from './catalog/prices.ts';
import { type Context, find } from './core/context.ts';
import { emit } from './core/events.ts';
import { newPaymentMethod } from './payments/payment-methods.ts';
import { newSetupIntent, succeedSetup } from './payments/setup-intents.ts';

/** The rows that a first start creates. Times are seconds since 1970, money is in cents. */
export type Seed = { prices: SeedPrice[]; customers: SeedCustomer[] };

type SeedPrice = { name: string; lookup_key: string; unit_amount: number; metadata: Record<string, string> };

export type SeedCustomer = {
  slug: string;
  name: string;
  email: string;
  subscription: {
    price: string;
    metadata: Record<string, string>;
    trialing: boolean;
    created: number;
    current_period_start: number;
    current_period_end: number;
  };
  account: { product_description: string; details_submitted: boolean; currently_due: string[] };
};

export const addSeed = (ctx: Context, { prices, customers }: Seed): void => {
  for (const { name, metadata, ...price } of prices) {
    const product_data = { name, metadata };
    newPrice(ctx, { ...price, currency: 'usd', recurring: { interval: 'month' }, product_data, metadata });
  }
  for (const customer of customers) {
    const { slug, name, email } = customer;
    addCard(ctx, customer, newCustomer(ctx, { name, email }, `cus_demo_${slug}`));
    addSubscription(ctx, customer);
    addAccount(ctx, customer);
  }
};

export const announceSubscriptions = (ctx: Context): void => {
  for (const row of ctx.store.all('subscriptions')) emit(ctx, 'customer.subscription.updated', row);
};

const addCard = (ctx: Context, { slug, name, email }: SeedCustomer, customer: Stripe.Customer): void => {
  const card = {
    number: '4242424242424242',
    exp_month: 12,
    exp_year: new Date(ctx.clock.now() * 1000).getUTCFullYear() + 3,
    cvc: '123',
  };
  const created = newPaymentMethod(ctx, { type: 'card', card, billing_details: { name, email } });
  const behaviour = ctx.store.get('behaviours', created.id)!;
  for (const table of ['payment_methods', 'behaviours'] as const) ctx.store.remove(table, created.id);
  const method = ctx.store.put('payment_methods', { ...created, id: `pm_demo_${slug}` });
  ctx.store.put('behaviours', { ...behaviour, id: method.id });
  const setup = newSetupIntent(ctx, { customer: customer.id, payment_method: method.id }, `seti_demo_${slug}`);
  succeedSetup(ctx, setup);
  ctx.store.put('customers', {
    ...customer,
    invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id },
  });
};

const addSubscription = (ctx: Context, { slug, subscription }: SeedCustomer): void => {
  const { trialing, created, current_period_start, current_period_end } = subscription;
  const price = ctx.store.all('prices').find(({ lookup_key }) => lookup_key === subscription.price);
  if (!price) throw new Error(`The seed has no price ${subscription.price}.`);
  const id = `sub_demo_${slug}`;
  const input = {
    customer: `cus_demo_${slug}`,
    items: [{ price: price.id }],
    default_payment_method: `pm_demo_${slug}`,
    metadata: subscription.metadata,
    ...(trialing && { trial_end: current_period_end }),
  };
  ctx.clock.runAt(current_period_start, () => newSubscription(ctx, input, { id }));
  const row = find(ctx, 'subscriptions', id);
  const items = { ...row.items, data: [{ ...itemOf(row), current_period_end }] };
  const seeded = { ...row, billing_cycle_anchor: current_period_end, created, items, start_date: created };
  scheduleWork(ctx, ctx.store.put('subscriptions', seeded));
};

const addAccount = (ctx: Context, { slug, name, email, account }: SeedCustomer): void => {
  const capabilities = { card_payments: { requested: true }, transfers: { requested: true } };
  const business_profile = { name, product_description: account.product_description };
  const row = newAccount(ctx, { email, capabilities, business_profile }, `acct_demo_${slug}`);
  const seeded = { ...row, details_submitted: account.details_submitted };
  ctx.store.put('accounts', { ...seeded, ...accountStatus(seeded, account.currently_due) });
};
