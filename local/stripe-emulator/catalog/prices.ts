import type Stripe from 'stripe';
import * as z from 'zod';
import { type Context, find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { invalidRequest } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { inRange, matchesFilter, page } from '../core/lists.ts';
import {
  boolean,
  created,
  integer,
  mergeMetadata,
  metadata,
  paging,
  type Shape,
  text,
  unsettable,
} from '../core/params.ts';
import type { Price } from '../core/price.ts';
import { newProduct } from './products.ts';

export const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: integer.optional(),
  usage_type: z.enum(['licensed']).optional(),
});
const productData = z.strictObject({ name: text, metadata: metadata.optional() });
const priceShape = {
  currency: text,
  unit_amount: integer,
  product: text.optional(),
  product_data: productData.optional(),
  recurring: recurring.optional(),
  active: boolean.optional(),
  lookup_key: text.optional(),
  transfer_lookup_key: boolean.optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
} satisfies Shape<Stripe.PriceCreateParams>;
const priceUpdate = {
  active: boolean.optional(),
  lookup_key: unsettable(text).optional(),
  transfer_lookup_key: boolean.optional(),
  metadata: metadata.optional(),
  nickname: unsettable(text).optional(),
} satisfies Shape<Stripe.PriceUpdateParams>;
const priceList = {
  ...paging,
  active: boolean.optional(),
  created: created.optional(),
  currency: text.optional(),
  lookup_keys: z.array(text).optional(),
  product: text.optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
} satisfies Shape<Stripe.PriceListParams>;

/** https://docs.stripe.com/api/prices */
export const priceEndpoints = [
  endpoint('POST /v1/prices', priceShape, ({ ctx, input }) => newPrice(ctx, input)),
  endpoint('GET /v1/prices', priceList, ({ ctx, input, url }) => {
    const rows = ctx.store
      .all('prices')
      .filter((row) => input.active === undefined || row.active === input.active)
      .filter(
        (row) =>
          matchesFilter(input.product, row.product) &&
          matchesFilter(input.currency, row.currency) &&
          matchesFilter(input.type, row.type),
      )
      .filter((row) => !input.lookup_keys || input.lookup_keys.includes(row.lookup_key ?? ''))
      .filter((row) => inRange(row.created, input.created));
    return page(rows, input, url);
  }),
  endpoint('GET /v1/prices/:id', {}, ({ ctx, id }) => find(ctx, 'prices', id)),
  endpoint('POST /v1/prices/:id', priceUpdate, ({ ctx, input, id }) => {
    const { metadata: changes, transfer_lookup_key, ...fields } = input;
    const old = find(ctx, 'prices', id);
    claimLookupKey(ctx, fields.lookup_key, transfer_lookup_key, id);
    const updated: Price = { ...old, ...fields, metadata: mergeMetadata(old.metadata, changes) };
    emit(ctx, 'price.updated', updated);
    return ctx.store.put('prices', updated);
  }),
];

type PriceInput = z.infer<z.ZodObject<typeof priceShape>>;

export const newPrice = (ctx: Context, input: PriceInput): Price => {
  const { product, product_data, unit_amount } = input;
  if (!product && !product_data)
    throw invalidRequest('Missing required param: product.', 'product', 'parameter_missing');
  if (unit_amount < 0) throw invalidRequest('Invalid non-negative integer', 'unit_amount', 'parameter_invalid_integer');
  if (product) find(ctx, 'products', product, 'product');
  claimLookupKey(ctx, input.lookup_key, input.transfer_lookup_key);
  const row: Price = {
    id: newId('price'),
    object: 'price',
    active: input.active ?? true,
    billing_scheme: 'per_unit',
    created: ctx.clock.now(),
    currency: input.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: input.lookup_key ?? null,
    metadata: mergeMetadata({}, input.metadata),
    nickname: input.nickname ?? null,
    product: product ?? newProduct(ctx, { ...product_data!, active: input.active }).id,
    recurring: input.recurring ? recurringOf(input.recurring) : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: input.recurring ? 'recurring' : 'one_time',
    unit_amount,
    unit_amount_decimal: String(unit_amount),
  };
  emit(ctx, 'price.created', row);
  return ctx.store.put('prices', row);
};

const recurringOf = ({ interval, interval_count = 1 }: z.infer<typeof recurring>): Stripe.Price.Recurring => ({
  interval,
  interval_count,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

/** A lookup key names one price: https://docs.stripe.com/products-prices/manage-prices#lookup-keys */
const claimLookupKey = (ctx: Context, key: string | null | undefined, transfer = false, self?: string): void => {
  const holder = key ? ctx.store.all('prices').find((row) => row.lookup_key === key && row.id !== self) : undefined;
  if (!holder) return;
  if (!transfer) {
    throw invalidRequest(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key');
  }
  ctx.store.put('prices', { ...holder, lookup_key: null });
};
