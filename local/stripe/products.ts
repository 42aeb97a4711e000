import type Stripe from 'stripe';
import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { invalid } from './errors.ts';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import { page } from './lists.ts';
import { boolean, merged, metadata, paging, type Shape, text, unsettable } from './params.ts';
import { find, type World } from './world.ts';

const productShape = {
  id: text.optional(),
  name: text,
  active: boolean.optional(),
  description: unsettable(text).optional(),
  metadata: metadata.optional(),
  url: unsettable(text).optional(),
} satisfies Shape<Stripe.ProductCreateParams>;

/** https://docs.stripe.com/api/products */
export const productEndpoints = [
  endpoint('POST /v1/products', productShape, ({ world, input }) => newProduct(world, input)),
  endpoint('GET /v1/products', { ...paging, active: boolean.optional(), ids: z.array(text).optional() }, (call) => {
    const { world, input, url } = call;
    const rows = world.store.all('products').filter((row) => input.active === undefined || row.active === input.active);
    return page(
      rows.filter((row) => !input.ids || input.ids.includes(row.id)),
      input,
      url,
    );
  }),
  endpoint('GET /v1/products/:id', {}, ({ world, id }) => find(world, 'products', id)),
  endpoint('POST /v1/products/:id', { ...productShape, name: text.optional() }, ({ world, input, id }) => {
    const { metadata: changes, id: _, ...fields } = input;
    const old = find(world, 'products', id);
    const updated = { ...old, ...fields, metadata: merged(old.metadata, changes), updated: world.clock.now() };
    emit(world, 'product.updated', updated);
    return world.store.put('products', updated);
  }),
];

type ProductInput = z.infer<z.ZodObject<typeof productShape>>;

/** Makes a product. */
export const newProduct = (world: World, input: ProductInput): Stripe.Product => {
  if (input.id && world.store.get('products', input.id))
    throw invalid('Product already exists.', 'id', 'resource_already_exists');
  const now = world.clock.now();
  const row: Stripe.Product = {
    id: input.id ?? newId('prod', 14),
    object: 'product',
    active: input.active ?? true,
    created: now,
    default_price: null,
    description: input.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: merged({}, input.metadata),
    name: input.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: input.url ?? null,
  };
  emit(world, 'product.created', row);
  return world.store.put('products', row);
};
