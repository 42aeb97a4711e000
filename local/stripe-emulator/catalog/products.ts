import type Stripe from 'stripe';
import * as z from 'zod';
import { type Context, find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { invalidRequest } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { page } from '../core/lists.ts';
import { boolean, mergeMetadata, metadata, paging, type Shape, text, unsettable } from '../core/params.ts';

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
  endpoint('POST /v1/products', productShape, ({ ctx, input }) => newProduct(ctx, input)),
  endpoint('GET /v1/products', { ...paging, active: boolean.optional(), ids: z.array(text).optional() }, (call) => {
    const { ctx, input, url } = call;
    const rows = ctx.store.all('products').filter((row) => input.active === undefined || row.active === input.active);
    return page(
      rows.filter((row) => !input.ids || input.ids.includes(row.id)),
      input,
      url,
    );
  }),
  endpoint('GET /v1/products/:id', {}, ({ ctx, id }) => find(ctx, 'products', id)),
  endpoint('POST /v1/products/:id', { ...productShape, name: text.optional() }, ({ ctx, input, id }) => {
    const { metadata: changes, id: _, ...fields } = input;
    const old = find(ctx, 'products', id);
    const updated = { ...old, ...fields, metadata: mergeMetadata(old.metadata, changes), updated: ctx.clock.now() };
    emit(ctx, 'product.updated', updated);
    return ctx.store.put('products', updated);
  }),
];

type ProductInput = z.infer<z.ZodObject<typeof productShape>>;

export const newProduct = (ctx: Context, input: ProductInput): Stripe.Product => {
  if (input.id && ctx.store.get('products', input.id))
    throw invalidRequest('Product already exists.', 'id', 'resource_already_exists');
  const now = ctx.clock.now();
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
    metadata: mergeMetadata({}, input.metadata),
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
  emit(ctx, 'product.created', row);
  return ctx.store.put('products', row);
};
