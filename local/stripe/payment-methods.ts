import type Stripe from 'stripe';
import { endpoint } from './endpoint.ts';
import { invalid, noSuch } from './errors.ts';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import { is, page } from './lists.ts';
import { merged } from './params.ts';
import { bankOf, cardOf } from './payment-method-details.ts';
import { attachShape, createShape, listShape, type MethodInput, updateShape } from './payment-method-shapes.ts';
import { READY_MADE } from './test-cards.ts';
import { find, type World } from './world.ts';

/** https://docs.stripe.com/api/payment_methods */
export const paymentMethodEndpoints = [
  endpoint('POST /v1/payment_methods', createShape, ({ world, input }) => newPaymentMethod(world, input), {
    browser: true,
  }),
  endpoint('GET /v1/payment_methods', listShape, ({ world, input, url }) => {
    const rows = world.store.all('payment_methods').filter((row) => input.customer && row.customer === input.customer);
    return page(
      rows.filter((row) => is(input.type, row.type)),
      input,
      url,
    );
  }),
  endpoint('GET /v1/customers/:id/payment_methods', listShape, ({ world, input, id, url }) => {
    find(world, 'customers', id);
    const rows = world.store.all('payment_methods').filter((row) => row.customer === id);
    return page(
      rows.filter((row) => is(input.type, row.type)),
      input,
      url,
    );
  }),
  endpoint('GET /v1/payment_methods/:id', {}, ({ world, id }) => paymentMethod(world, id)),
  endpoint('POST /v1/payment_methods/:id', updateShape, ({ world, input, id }) => {
    const row = find(world, 'payment_methods', id);
    row.metadata = merged(row.metadata, input.metadata);
    row.billing_details = billingOf(input.billing_details, row.billing_details);
    emit(world, 'payment_method.updated', row);
    return world.store.put('payment_methods', row);
  }),
  endpoint('POST /v1/payment_methods/:id/attach', attachShape, ({ world, input, id }) =>
    attach(world, paymentMethod(world, id), input.customer),
  ),
  endpoint('POST /v1/payment_methods/:id/detach', {}, ({ world, id }) =>
    detach(world, find(world, 'payment_methods', id)),
  ),
];

/** Makes a payment method of a card or US bank account. Throws a card_error for a number that cannot be. */
export const newPaymentMethod = (world: World, input: MethodInput): Stripe.PaymentMethod => {
  const { kind, details } = input.type === 'card' ? cardOf(world, input.card) : bankOf(input.us_bank_account);
  const row: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingOf(input.billing_details),
    created: world.clock.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: merged({}, input.metadata),
    type: input.type,
    ...details,
  };
  world.store.put('behaviours', { id: row.id, kind, authenticated: false });
  return world.store.put('payment_methods', row);
};

/** A payment method by id; `pm_card_visa` and its like are made on the spot. Throws when there is none. */
export const paymentMethod = (world: World, id: string, param?: string): Stripe.PaymentMethod => {
  const number = READY_MADE[id];
  if (!number) return find(world, 'payment_methods', id, param);
  const card = { number, exp_month: 12, exp_year: new Date(world.clock.now() * 1000).getUTCFullYear() + 2, cvc: '123' };
  return newPaymentMethod(world, { type: 'card', card: { ...card, cvc: number.startsWith('37') ? '1234' : '123' } });
};

type Given = { payment_method?: string; payment_method_data?: MethodInput };

/** The payment method that a request names or describes, if it does. */
export const givenMethod = (world: World, { payment_method, payment_method_data }: Given) => {
  if (payment_method) return paymentMethod(world, payment_method, 'payment_method');
  return payment_method_data ? newPaymentMethod(world, payment_method_data) : undefined;
};

/** Saves a payment method to a customer. Throws when it is another's. */
export const attach = (world: World, row: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod => {
  find(world, 'customers', customer, 'customer');
  if (row.customer === customer) return row;
  if (row.customer) throw invalid(TAKEN);
  row.customer = customer;
  world.store.put('payment_methods', row);
  emit(world, 'payment_method.attached', row);
  return row;
};

const detach = (world: World, row: Stripe.PaymentMethod): Stripe.PaymentMethod => {
  if (!row.customer)
    throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.');
  const previous = { customer: row.customer };
  row.customer = null;
  for (const customer of world.store.all('customers')) {
    if (customer.invoice_settings.default_payment_method !== row.id) continue;
    customer.invoice_settings.default_payment_method = null;
    world.store.put('customers', customer);
  }
  emit(world, 'payment_method.detached', row, { previous });
  return world.store.put('payment_methods', row);
};

const TAKEN =
  'The payment method you provided has already been attached to a customer. You may not attach it to another customer without detaching it first.';

const EMPTY = { address: null, email: null, name: null, phone: null, tax_id: null };
const NOWHERE = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

const billingOf = (
  input: MethodInput['billing_details'],
  old: Stripe.PaymentMethod.BillingDetails = EMPTY,
): Stripe.PaymentMethod.BillingDetails => {
  const address = { ...NOWHERE, ...old.address, ...input?.address } as Stripe.Address;
  return { ...old, ...input, address };
};

/** How what is behind a payment method behaves. */
export const behaviourOf = (world: World, id: string) => {
  const row = world.store.get('behaviours', id);
  if (!row) throw noSuch('PaymentMethod', id, 'payment_method');
  return row;
};
