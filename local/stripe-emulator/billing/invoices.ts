import type Stripe from 'stripe';
import * as z from 'zod';
import { find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { invalidRequest } from '../core/errors.ts';
import { inRange, matchesFilter, page } from '../core/lists.ts';
import { boolean, created, paging, type Shape, text } from '../core/params.ts';
import { declineError } from '../payments/charging.ts';
import { collectInvoice, intentOf } from './collect-invoice.ts';
import { voidInvoice } from './end-invoice.ts';
import { subscriptionOf } from './subscription-rows.ts';

const listShape = {
  ...paging,
  collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
  created: created.optional(),
  customer: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  subscription: text.optional(),
} satisfies Shape<Stripe.InvoiceListParams>;
const payShape = {
  off_session: boolean.optional(),
  payment_method: text.optional(),
} satisfies Shape<Stripe.InvoicePayParams>;

/** https://docs.stripe.com/api/invoices */
export const invoiceEndpoints = [
  endpoint('GET /v1/invoices', listShape, ({ ctx, input, url }) => {
    const rows = ctx.store
      .all('invoices')
      .filter(
        (row) => matchesFilter(input.customer, row.customer) && matchesFilter(input.subscription, subscriptionOf(row)),
      )
      .filter(
        (row) =>
          matchesFilter(input.status, row.status) && matchesFilter(input.collection_method, row.collection_method),
      )
      .filter((row) => inRange(row.created, input.created));
    return page(rows, input, url);
  }),
  endpoint('GET /v1/invoices/:id', {}, ({ ctx, id }) => find(ctx, 'invoices', id)),
  endpoint('GET /v1/invoices/:id/lines', paging, ({ ctx, input, id, url }) =>
    page(find(ctx, 'invoices', id).lines.data, input, url),
  ),
  endpoint('POST /v1/invoices/:id/pay', payShape, ({ ctx, input, id }) => {
    const old = find(ctx, 'invoices', id);
    if (old.status === 'paid') throw invalidRequest('Invoice is already paid', undefined, 'invoice_already_paid');
    if (old.status !== 'open') throw notOpen('pay');
    const row = collectInvoice(ctx, id, input.payment_method);
    const intent = row.status === 'open' ? intentOf(ctx, id) : undefined;
    if (intent?.last_payment_error) throw declineError(intent);
    return row;
  }),
  endpoint('POST /v1/invoices/:id/void', {}, ({ ctx, id }) => {
    const row = find(ctx, 'invoices', id);
    if (row.status !== 'open') throw notOpen('void');
    return voidInvoice(ctx, row);
  }),
];

const notOpen = (verb: string) =>
  invalidRequest(`You can only ${verb} an invoice that is open.`, undefined, 'invoice_not_editable');
