import type Stripe from 'stripe';
import { newPrice } from '../catalog/prices.ts';
import { type Context, find } from '../core/context.ts';
import { invalidRequest } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { LineItem } from '../core/state.ts';
import type { LineItemInput } from './shapes.ts';

export const newLineItems = (ctx: Context, inputs: LineItemInput[], mode: string): LineItem[] =>
  inputs.map((input, at) => newLineItem(ctx, input, `line_items[${at}]`, mode));

export const lineItemsOf = (ctx: Context, session: string): Stripe.ApiList<LineItem> => {
  const data = ctx.store.get('checkouts', session)?.line_items ?? [];
  return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${session}/line_items` };
};

const newLineItem = (ctx: Context, input: LineItemInput, at: string, mode: string): LineItem => {
  const { quantity = 1 } = input;
  if (quantity < 1)
    throw invalidRequest(
      'This value must be greater than or equal to 1.',
      `${at}[quantity]`,
      'parameter_invalid_integer',
    );
  const price = priceOf(ctx, input, at);
  if (mode === 'payment' && price.recurring) throw invalidRequest(RECURRING, `${at}[price]`);
  const total = (price.unit_amount ?? 0) * quantity;
  const product = find(ctx, 'products', price.product as string);
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: price.currency,
    description: product.name,
    metadata: null,
    price,
    quantity,
  };
};

const RECURRING =
  'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.';

const priceOf = (ctx: Context, { price, price_data }: LineItemInput, at: string) => {
  if (price && price_data) throw invalidRequest(`You may only specify one of these parameters: price, price_data.`, at);
  if (price) return find(ctx, 'prices', price, `${at}[price]`);
  if (!price_data)
    throw invalidRequest(
      `You must specify either \`price\` or \`price_data\` when using \`${at}\`.`,
      at,
      'parameter_missing',
    );
  const { product_data, tax_behavior: _, ...rest } = price_data;
  const made = product_data && { name: product_data.name, metadata: product_data.metadata };
  return newPrice(ctx, { ...rest, product_data: made, active: false });
};
