import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, emulator, required, SEED_PRICES, seedCustomer, submit } from './support.ts';

let here: Emulator;
beforeAll(async () => {
  const maple = seedCustomer('maple', 15, true, ['external_account', 'representative.id_number']);
  here = await emulator({ seed: { prices: SEED_PRICES, customers: [maple] } });
});
afterAll(() => here.stop());

const account = () =>
  here.stripe.accounts.create({
    type: 'express',
    email: 'sue@willowcreek.test',
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    business_profile: { name: 'Willow Creek HOA', product_description: 'Dues' },
    metadata: { hoa_id: 'h1' },
  });
const link = (id: string) =>
  here.stripe.accountLinks.create({
    account: id,
    type: 'account_onboarding',
    refresh_url: 'http://app.test/stripe-setup?refresh=1',
    return_url: 'http://app.test/stripe-setup',
  });
const opened = async (url: string) => required((await fetch(url, { redirect: 'manual' })).headers.get('location'));
const fieldsOf = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<input id="(\w+)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [
      required(name),
      required(value),
    ]),
  );

test('a new account has everything to tell and takes no money', async () => {
  const made = await account();
  expect(made).toMatchObject({
    type: 'express',
    charges_enabled: false,
    payouts_enabled: false,
    details_submitted: false,
  });
  expect(made.capabilities).toEqual({ card_payments: 'inactive', transfers: 'inactive' });
  expect(made.requirements?.currently_due).toContain('external_account');
  expect(made.requirements?.disabled_reason).toBe('requirements.past_due');
});

test('Finish completes the account, tells of it, and returns to the app', async () => {
  const { id } = await account();
  const visit = here.url + (await opened((await link(id)).url));
  const page = await (await fetch(visit)).text();
  expect(page).toContain('<label for="account_number">Account number</label>');
  const { to } = await submit(visit, { ...fieldsOf(page), step: 'finish' });
  expect(to).toBe('http://app.test/stripe-setup');
  const done = await here.stripe.accounts.retrieve(id);
  expect(done).toMatchObject({ charges_enabled: true, payouts_enabled: true, details_submitted: true });
  expect(done.capabilities).toEqual({ card_payments: 'active', transfers: 'active' });
  expect(done.requirements?.currently_due).toEqual([]);
  const [event] = (await here.stripe.events.list({ type: 'account.updated', limit: 1 })).data;
  expect(event).toMatchObject({
    account: id,
    data: { object: { charges_enabled: true }, previous_attributes: { charges_enabled: false } },
  });
});

test('a field that is wrong keeps the page, and Save for later leaves everything due', async () => {
  const { id } = await account();
  const visit = here.url + (await opened((await link(id)).url));
  const fields = { ...fieldsOf(await (await fetch(visit)).text()), routing_number: '12' };
  const { status, text } = await submit(visit, { ...fields, step: 'finish' });
  expect([status, text]).toEqual([200, expect.stringMatching(/role="alert"[\s\S]*value="12" aria-invalid="true"/)]);
  expect((await submit(visit, { ...fields, step: 'later' })).to).toBe('http://app.test/stripe-setup');
  expect(await here.stripe.accounts.retrieve(id)).toMatchObject({ details_submitted: false, charges_enabled: false });
  const next = here.url + (await opened((await link(id)).url));
  expect(await (await fetch(next)).text()).toContain('value="12"');
});

test('a link opens once and for five minutes; after that it leads to the refresh address', async () => {
  const { id } = await account();
  const used = await link(id);
  expect(await opened(used.url)).toMatch(/^\/setup\/s\//);
  expect(await opened(used.url)).toBe('http://app.test/stripe-setup?refresh=1');
  const late = await link(id);
  await here.control('POST', 'clock', { advance_seconds: 301 });
  expect(await opened(late.url)).toBe('http://app.test/stripe-setup?refresh=1');
});

test('Stripe may ask an account for more later', async () => {
  const { id } = await account();
  await here.control('POST', `accounts/${id}`, { currently_due: [], details_submitted: true });
  expect((await here.stripe.accounts.retrieve(id)).charges_enabled).toBe(true);
  await here.control('POST', `accounts/${id}`, { currently_due: ['representative.id_number'] });
  expect(await here.stripe.accounts.retrieve(id)).toMatchObject({
    charges_enabled: false,
    capabilities: { transfers: 'inactive' },
  });
});

test('a link needs an account and addresses that exist', async () => {
  await expect(link('acct_no')).rejects.toMatchObject({ param: 'account', code: 'resource_missing' });
  const { id } = await account();
  await expect(
    here.stripe.accountLinks.create({ account: id, type: 'account_onboarding', refresh_url: 'x', return_url: 'y' }),
  ).rejects.toMatchObject({ param: 'refresh_url', code: 'url_invalid' });
});

test('a seeded customer is there from the start, and its account is asked only for what is still due', async () => {
  const { stripe } = here;
  expect(await stripe.accounts.retrieve('acct_demo_maple')).toMatchObject({
    details_submitted: true,
    charges_enabled: false,
  });
  expect(await stripe.customers.retrieve('cus_demo_maple')).toMatchObject({
    invoice_settings: { default_payment_method: 'pm_demo_maple' },
  });
  expect(await stripe.setupIntents.retrieve('seti_demo_maple')).toMatchObject({
    status: 'succeeded',
    payment_method: 'pm_demo_maple',
  });
  const methods = await stripe.customers.listPaymentMethods('cus_demo_maple');
  expect(methods.data.map(({ id, card }) => [id, card?.last4])).toEqual([['pm_demo_maple', '4242']]);
  const page = await (await fetch(here.url + (await opened((await link('acct_demo_maple')).url)))).text();
  expect(Object.keys(fieldsOf(page))).toEqual(['routing_number', 'account_number', 'id_number']);
});
