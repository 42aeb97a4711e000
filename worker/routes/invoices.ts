import { Hono } from 'hono';
import { canManage, INVOICE_NOT_FOUND } from '../../sync/invoices/entity.ts';
import { authorize } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { streamCsv } from '../http/csv.ts';
import { invoicesQuery } from '../http/list-queries.ts';
import { paged } from '../http/rest-shapes.ts';
import { jsonBody, pathId, valid } from '../http/validate.ts';
import {
  type ExportedInvoice,
  readAllInvoices,
  readInvoice,
  readInvoices,
  readOwnInvoices,
} from '../queries/invoices.ts';
import { runMutator } from '../run-mutator.ts';

export const invoiceRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', valid('query', invoicesQuery), async (c) => {
    const { deps, actor } = c.var;
    const { of, format, title, ...query } = c.req.valid('query');
    if (of === 'all') authorize(canManage(actor));
    const asked = { ...query, search: title };
    if (format === 'csv') {
      const pieces = await readAllInvoices(deps, actor, { ...asked, own: of === 'me' });
      return streamCsv(c, invoiceLines(pieces));
    }
    const { docs, total } = await (of === 'all' ? readInvoices : readOwnInvoices)(deps, actor, asked, query);
    return c.json(paged(docs, total, query));
  })
  .get('/:id', async (c) => c.json(await readInvoice(c.var.deps, c.var.actor, pathId(c, INVOICE_NOT_FOUND))))
  .put('/:id/status', async (c) => {
    const id = pathId(c, INVOICE_NOT_FOUND);
    await runMutator(c, 'setInvoiceStatus', { ...(await jsonBody(c)), id });
    return c.json(await readInvoice(c.var.deps, c.var.actor, id));
  });

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
