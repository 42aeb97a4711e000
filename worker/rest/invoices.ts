import { INVOICE_STATUSES } from '../../schema/invoices.ts';
import { canManage, INVOICE_NOT_FOUND } from '../../sync/invoices/entity.ts';
import { authorize } from '../../sync/tx.ts';
import { streamCsv } from '../http/csv.ts';
import { paged, pagingOf } from '../http/cursor.ts';
import { invoicesQuery } from '../http/list-queries.ts';
import type { PageQuery } from '../http/rest-shapes.ts';
import { payInvoice } from '../payments/checkout.ts';
import {
  type ExportedInvoice,
  readAllInvoices,
  readInvoice,
  readInvoices,
  readOwnInvoices,
} from '../queries/invoices.ts';
import { command } from './command.ts';
import { handler, query } from './query.ts';
import type { Route } from './route.ts';

const id = INVOICE_NOT_FOUND;
const reads = { tag: 'Invoices', access: 'person', scope: 'invoices:read' } as const;

export const invoiceRoutes: readonly Route[] = [
  handler('GET /api/invoices', {
    ...reads,
    summary: 'List invoices',
    notes:
      'The caller’s own; with `of=all`, for the board, everyone’s. With `format=csv` all of them as CSV (RFC 4180). `search` finds titles, people and their homes, `title` titles alone.',
    query: invoicesQuery,
    values: { status: INVOICE_STATUSES },
    answers: { 200: ['invoice'] },
    hasCsv: true,
    handle: async ({ c, deps, actor, query: { of, format, title, ...query } }) => {
      if (of === 'all') authorize(canManage(actor));
      const asked = query.search.trim() === '' ? { ...query, search: title, isOwnText: true } : query;
      if (format === 'csv') {
        const pieces = await readAllInvoices(deps, actor, { ...asked, own: of === 'me' });
        return streamCsv(c, invoiceLines(pieces));
      }
      const paging = await pagingOf(c.req.path, { ...query, of, title } as PageQuery);
      return paged(await (of === 'all' ? readInvoices : readOwnInvoices)(deps, actor, asked, paging), paging);
    },
  }),
  query('GET /api/invoices/:id', { ...reads, id, summary: 'Get an invoice', answer: [readInvoice, 'invoice'] }),
  command('PUT /api/invoices/:id/status', 'setInvoiceStatus', {
    ...{ tag: 'Invoices', access: 'board', scope: 'invoices:write', id },
    summary: 'Record a payment from outside, or cancel',
    answer: [200, readInvoice, 'invoice'],
  }),
  handler('POST /api/invoices/:id/pay', {
    ...{ tag: 'Invoices', access: 'resident', id },
    errors: [502],
    summary: 'Pay an invoice',
    answers: { 200: 'checkout' },
    isChecked: false,
    handle: async ({ deps, actor, id }) => ({ checkout_url: await payInvoice(deps, actor, id) }),
  }),
];

async function* invoiceLines(pieces: AsyncIterable<readonly ExportedInvoice[]>): AsyncGenerator<string[][]> {
  yield [['id', 'title', 'name', 'email', 'amount', 'status', 'due_date', 'paid_at', 'paid', 'open', 'paid_on']];
  for await (const invoices of pieces) yield invoices.map(lineOf);
}

const lineOf = ({ dues_id, recipient_id, ...invoice }: ExportedInvoice): string[] => [
  invoice._id,
  dues_id.title,
  recipient_id?.name ?? '',
  recipient_id?.email ?? '',
  dollars(invoice.amountCents),
  invoice.status,
  invoice.due_date,
  invoice.paid_at ?? '',
  dollars(invoice.paidCents),
  dollars(invoice.remainingCents),
  invoice.paid_on ?? '',
];

const dollars = (cents: number): string => (cents / 100).toFixed(2);
