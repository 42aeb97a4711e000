import { Hono } from 'hono';
import * as z from 'zod';
import { INVOICE_NOT_FOUND } from '../../sync/invoices.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { commaList, paged, pageFields, searchTerm } from '../http/rest-shapes.ts';
import { jsonBody, pathId, valid } from '../http/validate.ts';
import { readInvoice, readOwnInvoices } from '../queries/invoices.ts';
import { runMutator } from '../run-mutator.ts';

const SORTS = {
  due_date: 'due_date',
  sent: 'sent',
  amountCents: 'amount_cents',
  title: 'title',
} as const;

const listQuery = z.object({
  ...pageFields,
  title: searchTerm,
  status: commaList,
  sortBy: z
    .enum(['due_date', 'sent', 'amountCents', 'title'])
    .catch('due_date')
    .transform((name) => SORTS[name]),
  sortOrder: z.enum(['asc', 'desc']).catch('desc'),
});

export const invoiceRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', valid('query', listQuery), async (c) => {
    const query = c.req.valid('query');
    const { docs, total } = await readOwnInvoices(c.var.deps, c.var.actor, { ...query, search: query.title }, query);
    return c.json(paged(docs, total, query));
  })
  .get('/:id', async (c) => c.json(await readInvoice(c.var.deps, c.var.actor, pathId(c, INVOICE_NOT_FOUND))))
  .put('/:id/status', async (c) => {
    const id = pathId(c, INVOICE_NOT_FOUND);
    await runMutator(c, 'setInvoiceStatus', { ...(await jsonBody(c)), id });
    return c.json(await readInvoice(c.var.deps, c.var.actor, id));
  });
