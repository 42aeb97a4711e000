import { type Context, find } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import type { Price } from '../core/price.ts';
import { newLine } from './invoice-lines.ts';
import { type InvoiceLine, itemOf, type Subscription } from './subscription-rows.ts';

type Part = { price: Price; quantity: number };

/**
 * Leaves for the next invoice what the rest of the period gives back at the old price and costs at the new one, to the
 * second: https://docs.stripe.com/billing/subscriptions/prorations
 */
export const prorate = (ctx: Context, old: Subscription, to: Part, at = ctx.clock.now()): void => {
  const { price, quantity, current_period_start: start, current_period_end: end } = itemOf(old);
  const left = Math.max(0, end - at) / (end - start);
  const day = new Date(at * 1000).toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    year: 'numeric',
  });
  const add = (part: Part, sign: 1 | -1, words: string) => {
    const amount = sign * Math.round((part.price.unit_amount ?? 0) * part.quantity * left);
    const { name } = find(ctx, 'products', part.price.product as string);
    const id = newId('ii');
    const description = `${words} ${name} after ${day}`;
    const line = newLine(old, { amount, description, period: { start: at, end }, price: part.price, proration: id });
    ctx.store.put('pending_items', { id, subscription: old.id, line: { ...line, quantity: part.quantity } });
    emit(ctx, 'invoiceitem.created', itemFrom(old, id, line, at));
  };
  add({ price, quantity }, -1, 'Unused time on');
  if (to.quantity > 0) add(to, 1, 'Remaining time on');
};

/** A pending item as https://docs.stripe.com/api/invoiceitems shows it. */
const itemFrom = ({ customer, id: subscription }: Subscription, id: string, line: InvoiceLine, date: number) => {
  const { amount, currency, description, discountable, livemode, metadata, period, pricing, quantity } = line;
  return {
    id,
    object: 'invoiceitem',
    amount,
    currency,
    customer,
    date,
    description,
    discountable,
    discounts: [],
    invoice: null,
    livemode,
    metadata,
    parent: { subscription_details: { subscription }, type: 'subscription_details' },
    period,
    pricing,
    proration: true,
    quantity,
    tax_rates: [],
    test_clock: null,
  };
};
