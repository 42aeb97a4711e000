import type Stripe from 'stripe';
import { intentOf } from '../billing/collect-invoice.ts';
import { lineItemsOf } from '../checkout/line-items.ts';
import type { Context } from './context.ts';
import { invalidRequest } from './errors.ts';

type Thing = Record<string, unknown>;

/** A copy of `answer` with the named ids replaced by their objects: https://docs.stripe.com/expand */
export const expandObjects = (ctx: Context, answer: object, paths: string[]): object => {
  const copy = structuredClone(answer) as Thing;
  for (const path of paths) expandPath(ctx, copy, path.split('.'), path);
  return copy;
};

const expandPath = (ctx: Context, thing: Thing, [name, ...rest]: string[], path: string): void => {
  if (!name) return;
  if (name === 'line_items' && thing.object === 'checkout.session')
    thing.line_items = lineItemsOf(ctx, thing.id as string);
  if (thing.object === 'invoice' && name in INCLUDABLE) thing[name] = INCLUDABLE[name]!(ctx, thing.id as string);
  if (!(name in thing)) throw invalidRequest(`This property cannot be expanded (${path}).`, 'expand[0]');
  const value = thing[name];
  if (Array.isArray(value)) thing[name] = value.map((item) => step(ctx, item, rest, path));
  else thing[name] = step(ctx, value, rest, path);
};

const step = (ctx: Context, value: unknown, rest: string[], path: string): unknown => {
  const found = typeof value === 'string' ? ctx.store.findAny(value) : value;
  if (typeof value === 'string' && !found)
    throw invalidRequest(`This property cannot be expanded (${path}).`, 'expand[0]');
  if (!found || typeof found !== 'object' || Array.isArray(found)) return found;
  const copy = typeof value === 'string' ? (structuredClone(found) as Thing) : (found as Thing);
  expandPath(ctx, copy, rest, path);
  return copy;
};

/** Fields that an invoice shows only on request: https://docs.stripe.com/api/invoices/object#invoice_object-payments */
const INCLUDABLE: Record<string, (ctx: Context, invoice: string) => object | null> = {
  confirmation_secret: (ctx, invoice) => {
    const secret = intentOf(ctx, invoice)?.client_secret;
    return secret ? { client_secret: secret, type: 'payment_intent' } : null;
  },
  payments: (ctx, invoice) => {
    const intent = intentOf(ctx, invoice);
    return {
      object: 'list',
      data: intent ? [paymentOf(intent, invoice)] : [],
      has_more: false,
      url: '/v1/invoice_payments',
    };
  },
};

/** https://docs.stripe.com/api/invoice-payment/object */
const paymentOf = (intent: Stripe.PaymentIntent, invoice: string): Stripe.InvoicePayment => {
  const isPaid = intent.status === 'succeeded';
  return {
    id: intent.id.replace('pi_', 'inpay_'),
    object: 'invoice_payment',
    amount_paid: isPaid ? intent.amount : null,
    amount_requested: intent.amount,
    created: intent.created,
    currency: intent.currency,
    invoice,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: isPaid ? 'paid' : 'open',
    status_transitions: { canceled_at: null, paid_at: isPaid ? intent.created : null },
  };
};
