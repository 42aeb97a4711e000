import type Stripe from 'stripe';
import * as z from 'zod';
import { type Context, find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { emit } from '../core/events.ts';
import { newId, randomText } from '../core/ids.ts';
import { inRange, matchesFilter, page } from '../core/lists.ts';
import { created, mergeMetadata, metadata, paging, type Shape, text, unsettable } from '../core/params.ts';
import { attach, paymentMethod } from '../payments/payment-methods.ts';

const field = unsettable(text).optional();
const address = z
  .strictObject({ city: field, country: field, line1: field, line2: field, postal_code: field, state: field })
  .optional();

const shape = {
  address,
  description: field,
  email: field,
  invoice_settings: z.strictObject({ default_payment_method: field }).optional(),
  metadata: metadata.optional(),
  name: field,
  phone: field,
} satisfies Shape<Stripe.CustomerUpdateParams>;
type Input = z.infer<z.ZodObject<typeof shape>>;

/** https://docs.stripe.com/api/customers */
export const customerEndpoints = [
  endpoint('POST /v1/customers', { ...shape, payment_method: text.optional() }, ({ ctx, input }) => {
    const { payment_method, ...fields } = input;
    const method = payment_method ? paymentMethod(ctx, payment_method, 'payment_method') : undefined;
    const row = newCustomer(ctx, fields);
    if (method) attach(ctx, method, row.id);
    return row;
  }),
  endpoint(
    'GET /v1/customers',
    { ...paging, email: text.optional(), created: created.optional() },
    ({ ctx, input, url }) => {
      const rows = ctx.store.all('customers').filter((row) => matchesFilter(input.email, row.email));
      return page(
        rows.filter((row) => inRange(row.created, input.created)),
        input,
        url,
      );
    },
  ),
  endpoint('GET /v1/customers/:id', {}, ({ ctx, id }) => ctx.store.get('deleted', id) ?? find(ctx, 'customers', id)),
  endpoint('POST /v1/customers/:id', shape, ({ ctx, input, id }) => update(ctx, find(ctx, 'customers', id), input)),
  endpoint('DELETE /v1/customers/:id', {}, ({ ctx, id }) => {
    emit(ctx, 'customer.deleted', find(ctx, 'customers', id));
    ctx.store.remove('customers', id);
    return ctx.store.put('deleted', { id, object: 'customer', deleted: true });
  }),
];

export const newCustomer = (ctx: Context, input: Input, id = newId('cus', 14)): Stripe.Customer => {
  const blank: Stripe.Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: ctx.clock.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  const row = ctx.store.put('customers', laid(ctx, blank, input));
  emit(ctx, 'customer.created', row);
  return row;
};

const update = (ctx: Context, old: Stripe.Customer, input: Input): Stripe.Customer => {
  const row = ctx.store.put('customers', laid(ctx, old, input));
  const previous = Object.fromEntries(
    Object.entries(old).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(row[key as keyof Stripe.Customer]),
    ),
  );
  emit(ctx, 'customer.updated', row, { previous });
  return row;
};

const laid = (ctx: Context, old: Stripe.Customer, input: Input): Stripe.Customer => {
  const { metadata: changes, invoice_settings, address, ...rest } = input;
  const method = invoice_settings?.default_payment_method;
  if (method) find(ctx, 'payment_methods', method, 'invoice_settings[default_payment_method]');
  return {
    ...old,
    ...rest,
    ...(address && { address: { ...old.address, ...address } as Stripe.Address }),
    invoice_settings: { ...old.invoice_settings, ...invoice_settings },
    metadata: mergeMetadata(old.metadata, changes),
  };
};
