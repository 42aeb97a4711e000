import type Stripe from 'stripe';
import * as z from 'zod';
import { declineError } from './charging.ts';
import { endpoint } from './endpoint.ts';
import { invalid } from './errors.ts';
import { voidInvoice } from './invoice-ending.ts';
import { collect, intentOf } from './invoice-paying.ts';
import { is, page, within } from './lists.ts';
import { boolean, created, paging, type Shape, text } from './params.ts';
import { subscriptionOf } from './subscription-rows.ts';
import { find } from './world.ts';

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
  endpoint('GET /v1/invoices', listShape, ({ world, input, url }) => {
    const rows = world.store
      .all('invoices')
      .filter((row) => is(input.customer, row.customer) && is(input.subscription, subscriptionOf(row)))
      .filter((row) => is(input.status, row.status) && is(input.collection_method, row.collection_method))
      .filter((row) => within(row.created, input.created));
    return page(rows, input, url);
  }),
  endpoint('GET /v1/invoices/:id', {}, ({ world, id }) => find(world, 'invoices', id)),
  endpoint('GET /v1/invoices/:id/lines', paging, ({ world, input, id, url }) =>
    page(find(world, 'invoices', id).lines.data, input, url),
  ),
  endpoint('POST /v1/invoices/:id/pay', payShape, ({ world, input, id }) => {
    const old = find(world, 'invoices', id);
    if (old.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid');
    if (old.status !== 'open') throw notOpen('pay');
    const row = collect(world, id, input.payment_method);
    const intent = row.status === 'open' ? intentOf(world, id) : undefined;
    if (intent?.last_payment_error) throw declineError(intent);
    return row;
  }),
  endpoint('POST /v1/invoices/:id/void', {}, ({ world, id }) => {
    const row = find(world, 'invoices', id);
    if (row.status !== 'open') throw notOpen('void');
    return voidInvoice(world, row);
  }),
];

const notOpen = (verb: string) =>
  invalid(`You can only ${verb} an invoice that is open.`, undefined, 'invoice_not_editable');
