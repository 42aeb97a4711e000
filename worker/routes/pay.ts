import { Hono } from 'hono';
import { payInput } from '../../schema/pay-inputs.ts';
import { ACCOUNT_NOT_FOUND } from '../../sync/accounts/entity.ts';
import { DUE_NOT_FOUND } from '../../sync/dues/entity.ts';
import { INVOICE_NOT_FOUND } from '../../sync/invoices/entity.ts';
import { parse } from '../../sync/parse.ts';
import { can } from '../../sync/roles.ts';
import { type Actor, authorize, Refusal } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Deps, Env } from '../deps.ts';
import { quoteQuery } from '../http/list-queries.ts';
import { jsonBody, longPathId, pathId, valid } from '../http/validate.ts';
import { payAccount, payInvoice } from '../payments/checkout.ts';
import { quotePayment } from '../payments/quote.ts';
import { queryOne } from '../queries/query.ts';
import { readVisibleRow } from '../queries/visible-row.ts';

export const payRoutes = new Hono<Env>()
  .get('/accounts/:id/quote', requireActor, valid('query', quoteQuery), async (c) => {
    const { amount } = c.req.valid('query');
    return c.json(await quotePayment(c.var.deps, c.var.actor, longPathId(c, ACCOUNT_NOT_FOUND), amount));
  })
  .post('/accounts/:id/pay', requireActor, async (c) => {
    const asked = parse(payInput, await jsonBody(c));
    return c.json(await payAccount(c.var.deps, c.var.actor, longPathId(c, ACCOUNT_NOT_FOUND), asked));
  })
  .post('/invoices/:id/pay', requireActor, async (c) =>
    c.json({ checkout_url: await payInvoice(c.var.deps, c.var.actor, pathId(c, INVOICE_NOT_FOUND)) }),
  )
  .post('/dues/:id/pay', requireActor, async (c) => {
    const { deps, actor } = c.var;
    const due = await readVisibleRow(c.var.deps, c.var.actor, 'due', pathId(c, DUE_NOT_FOUND), DUE_NOT_FOUND);
    authorize(can(actor.role, 'invoices.pay'));
    return c.json({ checkout_url: await payInvoice(deps, actor, await oldestUnpaid(deps, actor, due.id)) });
  });

const oldestUnpaid = async ({ db }: Deps, { hoa_id, id }: Actor, due_id: string): Promise<string> => {
  const sql = `SELECT id FROM invoices WHERE hoa_id = ? AND due_id = ? AND recipient_id = ? AND status = 'pending'
    ORDER BY due_date, id LIMIT 1`;
  const invoice = await queryOne<{ id: string }>(db, sql, [hoa_id, due_id, id]);
  if (!invoice) throw new Refusal('conflict', 'You have nothing to pay for this due.');
  return invoice.id;
};
