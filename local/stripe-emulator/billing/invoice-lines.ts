import { type Context, find } from '../core/context.ts';
import { newId } from '../core/ids.ts';
import { dollars } from '../core/money.ts';
import type { Price } from '../core/price.ts';
import { type InvoiceLine, itemOf, type Subscription } from './subscription-rows.ts';

type Wanted = {
  amount: number;
  description: string;
  period: { start: number; end: number };
  price: Price;
  proration?: string;
};

/** One line of a subscription's invoice: https://docs.stripe.com/api/invoice-line-item/object */
export const newLine = (subscription: Subscription, wanted: Wanted): InvoiceLine => {
  const { amount, description, period, price, proration } = wanted;
  const { id: item, quantity } = itemOf(subscription);
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: !proration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: { ...subscription.metadata },
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: proration ?? null,
        proration: proration !== undefined,
        proration_details: proration ? { credited_items: null } : null,
        subscription: subscription.id,
        subscription_item: item,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product as string },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal ?? '0',
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
};

export const periodLine = (ctx: Context, subscription: Subscription): InvoiceLine => {
  const { price, quantity, current_period_start: start, current_period_end: end } = itemOf(subscription);
  const { name } = find(ctx, 'products', price.product as string);
  const trial = subscription.status === 'trialing';
  const each = `${dollars(price.unit_amount ?? 0)} / ${price.recurring?.interval ?? 'month'}`;
  return newLine(subscription, {
    amount: trial ? 0 : (price.unit_amount ?? 0) * quantity,
    description: trial ? `Trial period for ${name}` : `${quantity} × ${name} (at ${each})`,
    period: { start, end },
    price,
  });
};
