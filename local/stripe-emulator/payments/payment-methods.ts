import type Stripe from 'stripe';
import { type Context, find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { invalidRequest, noSuchObject } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { matchesFilter, page } from '../core/lists.ts';
import { mergeMetadata } from '../core/params.ts';
import { bankOf, cardOf } from './payment-method-details.ts';
import { attachShape, createShape, listShape, type MethodInput, updateShape } from './payment-method-shapes.ts';
import { TEST_PAYMENT_METHODS } from './test-cards.ts';

/** https://docs.stripe.com/api/payment_methods */
export const paymentMethodEndpoints = [
  endpoint('POST /v1/payment_methods', createShape, ({ ctx, input }) => newPaymentMethod(ctx, input), {
    browser: true,
  }),
  endpoint('GET /v1/payment_methods', listShape, ({ ctx, input, url }) => {
    const rows = ctx.store.all('payment_methods').filter((row) => input.customer && row.customer === input.customer);
    return page(
      rows.filter((row) => matchesFilter(input.type, row.type)),
      input,
      url,
    );
  }),
  endpoint('GET /v1/customers/:id/payment_methods', listShape, ({ ctx, input, id, url }) => {
    find(ctx, 'customers', id);
    const rows = ctx.store.all('payment_methods').filter((row) => row.customer === id);
    return page(
      rows.filter((row) => matchesFilter(input.type, row.type)),
      input,
      url,
    );
  }),
  endpoint('GET /v1/payment_methods/:id', {}, ({ ctx, id }) => paymentMethod(ctx, id)),
  endpoint('POST /v1/payment_methods/:id', updateShape, ({ ctx, input, id }) => {
    const row = find(ctx, 'payment_methods', id);
    row.metadata = mergeMetadata(row.metadata, input.metadata);
    row.billing_details = billingOf(input.billing_details, row.billing_details);
    emit(ctx, 'payment_method.updated', row);
    return ctx.store.put('payment_methods', row);
  }),
  endpoint('POST /v1/payment_methods/:id/attach', attachShape, ({ ctx, input, id }) =>
    attach(ctx, paymentMethod(ctx, id), input.customer),
  ),
  endpoint('POST /v1/payment_methods/:id/detach', {}, ({ ctx, id }) => detach(ctx, find(ctx, 'payment_methods', id))),
];

/** Makes a payment method of a card or US bank account. Throws a card_error for a number that cannot be. */
export const newPaymentMethod = (ctx: Context, input: MethodInput): Stripe.PaymentMethod => {
  const { kind, details } = input.type === 'card' ? cardOf(ctx, input.card) : bankOf(input.us_bank_account);
  const row: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingOf(input.billing_details),
    created: ctx.clock.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, input.metadata),
    type: input.type,
    ...details,
  };
  ctx.store.put('behaviours', { id: row.id, kind, authenticated: false });
  return ctx.store.put('payment_methods', row);
};

/** A payment method by id; `pm_card_visa` and its like are made on the spot. Throws when there is none. */
export const paymentMethod = (ctx: Context, id: string, param?: string): Stripe.PaymentMethod => {
  const number = TEST_PAYMENT_METHODS[id];
  if (!number) return find(ctx, 'payment_methods', id, param);
  const card = { number, exp_month: 12, exp_year: new Date(ctx.clock.now() * 1000).getUTCFullYear() + 2, cvc: '123' };
  return newPaymentMethod(ctx, { type: 'card', card: { ...card, cvc: number.startsWith('37') ? '1234' : '123' } });
};

type Given = { payment_method?: string; payment_method_data?: MethodInput };

export const methodFrom = (ctx: Context, { payment_method, payment_method_data }: Given) => {
  if (payment_method) return paymentMethod(ctx, payment_method, 'payment_method');
  return payment_method_data ? newPaymentMethod(ctx, payment_method_data) : undefined;
};

/** Saves a payment method to a customer. Throws when it is another's. */
export const attach = (ctx: Context, row: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod => {
  find(ctx, 'customers', customer, 'customer');
  if (row.customer === customer) return row;
  if (row.customer) throw invalidRequest(TAKEN);
  row.customer = customer;
  ctx.store.put('payment_methods', row);
  emit(ctx, 'payment_method.attached', row);
  return row;
};

const detach = (ctx: Context, row: Stripe.PaymentMethod): Stripe.PaymentMethod => {
  if (!row.customer)
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.');
  const previous = { customer: row.customer };
  row.customer = null;
  for (const customer of ctx.store.all('customers')) {
    if (customer.invoice_settings.default_payment_method !== row.id) continue;
    customer.invoice_settings.default_payment_method = null;
    ctx.store.put('customers', customer);
  }
  emit(ctx, 'payment_method.detached', row, { previous });
  return ctx.store.put('payment_methods', row);
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

export const behaviourOf = (ctx: Context, id: string) => {
  const row = ctx.store.get('behaviours', id);
  if (!row) throw noSuchObject('PaymentMethod', id, 'payment_method');
  return row;
};
