import { Hono } from 'hono';
import { canManage, INVOICE_NOT_FOUND } from '../../sync/invoices.ts';
import { authorize } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { csvOf } from '../http/csv.ts';
import { invoicesQuery } from '../http/list-queries.ts';
import { paged } from '../http/rest-shapes.ts';
import { jsonBody, pathId, valid } from '../http/validate.ts';
import type { InvoiceBody } from '../openapi/records.ts';
import { readInvoice, readInvoices, readOwnInvoices } from '../queries/invoices.ts';
import { runMutator } from '../run-mutator.ts';

const CSV_ROWS = 1000;

export const invoiceRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', valid('query', invoicesQuery), async (c) => {
    const { deps, actor } = c.var;
    const { of, format, ...query } = c.req.valid('query');
    if (of === 'all') authorize(canManage(actor));
    const read = of === 'all' ? readInvoices : readOwnInvoices;
    const paging = format === 'csv' ? { page: 1, limit: CSV_ROWS } : query;
    const { docs, total } = await read(deps, actor, { ...query, search: query.title }, paging);
    if (format === 'csv') return c.body(invoicesCsv(docs), 200, { 'Content-Type': 'text/csv; charset=utf-8' });
    return c.json(paged(docs, total, query));
  })
  .get('/:id', async (c) => c.json(await readInvoice(c.var.deps, c.var.actor, pathId(c, INVOICE_NOT_FOUND))))
  .put('/:id/status', async (c) => {
    const id = pathId(c, INVOICE_NOT_FOUND);
    await runMutator(c, 'setInvoiceStatus', { ...(await jsonBody(c)), id });
    return c.json(await readInvoice(c.var.deps, c.var.actor, id));
  });

const invoicesCsv = (invoices: readonly InvoiceBody[]): string =>
  csvOf([
    ['id', 'title', 'name', 'email', 'amount', 'status', 'due_date', 'paid_at'],
    ...invoices.map(({ _id, dues_id, recipient_id, amountCents, status, due_date, paid_at }) => [
      _id,
      dues_id.title,
      recipient_id?.name ?? '',
      recipient_id?.email ?? '',
      (amountCents / 100).toFixed(2),
      status,
      due_date,
      paid_at ?? '',
    ]),
  ]);
