import type Stripe from 'stripe';
import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { emit } from './events.ts';
import { newId, randomText } from './ids.ts';
import { is, page, within } from './lists.ts';
import { created, merged, metadata, paging, type Shape, text, unsettable } from './params.ts';
import { attach, paymentMethod } from './payment-methods.ts';
import { find, type World } from './world.ts';

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
  endpoint('POST /v1/customers', { ...shape, payment_method: text.optional() }, ({ world, input }) => {
    const { payment_method, ...fields } = input;
    const method = payment_method ? paymentMethod(world, payment_method, 'payment_method') : undefined;
    const row = newCustomer(world, fields);
    if (method) attach(world, method, row.id);
    return row;
  }),
  endpoint(
    'GET /v1/customers',
    { ...paging, email: text.optional(), created: created.optional() },
    ({ world, input, url }) => {
      const rows = world.store.all('customers').filter((row) => is(input.email, row.email));
      return page(
        rows.filter((row) => within(row.created, input.created)),
        input,
        url,
      );
    },
  ),
  endpoint(
    'GET /v1/customers/:id',
    {},
    ({ world, id }) => world.store.get('tombs', id) ?? find(world, 'customers', id),
  ),
  endpoint('POST /v1/customers/:id', shape, ({ world, input, id }) =>
    update(world, find(world, 'customers', id), input),
  ),
  endpoint('DELETE /v1/customers/:id', {}, ({ world, id }) => {
    emit(world, 'customer.deleted', find(world, 'customers', id));
    world.store.remove('customers', id);
    return world.store.put('tombs', { id, object: 'customer', deleted: true });
  }),
];

/** Makes a customer. */
export const newCustomer = (world: World, input: Input, id = newId('cus', 14)): Stripe.Customer => {
  const blank: Stripe.Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: world.clock.now(),
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
  const row = world.store.put('customers', laid(world, blank, input));
  emit(world, 'customer.created', row);
  return row;
};

const update = (world: World, old: Stripe.Customer, input: Input): Stripe.Customer => {
  const row = world.store.put('customers', laid(world, old, input));
  const previous = Object.fromEntries(
    Object.entries(old).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(row[key as keyof Stripe.Customer]),
    ),
  );
  emit(world, 'customer.updated', row, { previous });
  return row;
};

/** The customer with the input laid over it. */
const laid = (world: World, old: Stripe.Customer, input: Input): Stripe.Customer => {
  const { metadata: changes, invoice_settings, address, ...rest } = input;
  const method = invoice_settings?.default_payment_method;
  if (method) find(world, 'payment_methods', method, 'invoice_settings[default_payment_method]');
  return {
    ...old,
    ...rest,
    ...(address && { address: { ...old.address, ...address } as Stripe.Address }),
    invoice_settings: { ...old.invoice_settings, ...invoice_settings },
    metadata: merged(old.metadata, changes),
  };
};
