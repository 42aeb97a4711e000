import { Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { ACCOUNT_NOT_FOUND, canRecord } from '../../sync/accounts/entity.ts';
import { ENTRY_NOT_FOUND } from '../../sync/ledger/postings.ts';
import { authorize } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { accountQuery, accountsQuery, entriesQuery } from '../http/list-queries.ts';
import { paged } from '../http/rest-shapes.ts';
import { jsonBody, longPathId, valid } from '../http/validate.ts';
import { readAccount, readExplainedEntry, readStatement, readStatementCsv } from '../queries/account-entries.ts';
import { readAccounts, readOwnAccounts } from '../queries/accounts.ts';
import { runMutator } from '../run-mutator.ts';

const newAccountId = () => `a-${uuidv7()}`;

export const accountRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', valid('query', accountsQuery), async (c) => {
    authorize(canRecord(c.var.actor));
    const query = c.req.valid('query');
    const { docs, total } = await readAccounts(c.var.deps, c.var.actor, query, query);
    return c.json(paged(docs, total, query));
  })
  .post('/', async (c) => {
    authorize(canRecord(c.var.actor));
    const { id = newAccountId(), ...body } = await jsonBody(c);
    await runMutator(c, 'openAccount', { ...body, id });
    return c.json(await readAccount(c.var.deps, c.var.actor, String(id)), 201);
  })
  .get('/mine', async (c) => c.json({ docs: await readOwnAccounts(c.var.deps, c.var.actor) }))
  .get('/:id', valid('query', accountQuery), async (c) => {
    const id = longPathId(c, ACCOUNT_NOT_FOUND);
    return c.json(await readAccount(c.var.deps, c.var.actor, id, c.req.valid('query')));
  })
  .put('/:id', async (c) => {
    const id = longPathId(c, ACCOUNT_NOT_FOUND);
    await runMutator(c, 'setAccountFlags', { ...(await jsonBody(c)), id });
    return c.json(await readAccount(c.var.deps, c.var.actor, id));
  })
  .post('/:id/holders', async (c) => {
    const id = longPathId(c, ACCOUNT_NOT_FOUND);
    await runMutator(c, 'joinAccount', { ...(await jsonBody(c)), id });
    return c.json(await readAccount(c.var.deps, c.var.actor, id));
  })
  .post('/:id/holders/remove', async (c) => {
    const id = longPathId(c, ACCOUNT_NOT_FOUND);
    await runMutator(c, 'leaveAccount', { ...(await jsonBody(c)), id });
    return c.json(await readAccount(c.var.deps, c.var.actor, id));
  })
  .post('/:id/transfer', async (c) => {
    const account_id = longPathId(c, ACCOUNT_NOT_FOUND);
    const { id = newAccountId(), issued, ...body } = await jsonBody(c);
    await runMutator(c, 'transferOwnership', { ...body, id, account_id, issued: withIds(issued) });
    const [from, to] = await Promise.all(
      [account_id, String(id)].map((one) => readAccount(c.var.deps, c.var.actor, one)),
    );
    return c.json({ from, to }, 201);
  })
  .get('/:id/entries', valid('query', entriesQuery), async (c) => {
    const id = longPathId(c, ACCOUNT_NOT_FOUND);
    const { format, ...range } = c.req.valid('query');
    const { deps, actor } = c.var;
    if (format === 'json') return c.json(await readStatement(deps, actor, id, range));
    const csv = await readStatementCsv(deps, actor, id, range);
    return c.body(csv, 200, { 'Content-Type': 'text/csv; charset=utf-8' });
  });

/** The ids of the new invoices are the server's to make where the caller names none. */
const withIds = (issued: unknown): unknown =>
  Array.isArray(issued) ? issued.map((one: object | null) => ({ as: uuidv7(), ...one })) : issued;

export const accountEntryRoutes = new Hono<Env>().use(requireActor).get('/:id', async (c) => {
  const id = longPathId(c, ENTRY_NOT_FOUND);
  return c.json(await readExplainedEntry(c.var.deps, c.var.actor, id));
});
