import { type Context, Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { policyPreview } from '../../schema/policy-inputs.ts';
import { onlineRefundInput } from '../../schema/postings.ts';
import { canRecord } from '../../sync/accounts/entity.ts';
import { DEPOSIT_NOT_FOUND } from '../../sync/deposits/mutators.ts';
import { entryIdOf } from '../../sync/ledger/entries.ts';
import { ENTRY_NOT_FOUND } from '../../sync/ledger/postings.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { parse } from '../../sync/parse.ts';
import { PAYMENT_NOT_FOUND } from '../../sync/payments/recording.ts';
import { POLICY_NOT_FOUND } from '../../sync/policies/rules.ts';
import { authorize, Refusal } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { listed, recordedPaymentsQuery } from '../http/list-queries.ts';
import { jsonBody, pathId, valid } from '../http/validate.ts';
import { refundOnline } from '../payments/refunds.ts';
import {
  readDeposit,
  readDeposits,
  readEntry,
  readPayment,
  readPayments,
  readPolicies,
  readPolicy,
} from '../queries/ledger.ts';
import { previewPolicy } from '../queries/policy-preview.ts';
import { readVisibleRow } from '../queries/visible-row.ts';
import { runMutator } from '../run-mutator.ts';

/** A caller may give the id, so that a call that is repeated posts once. */
const withId = async (c: Context<Env>) => {
  const body = await jsonBody(c);
  const id = typeof body.id === 'string' ? body.id.trim().toLowerCase() : uuidv7();
  return { ...body, id };
};

const POSTINGS: Record<string, MutatorName> = { charge: 'chargeAccount', credit: 'creditAccount' };
const INVALID_KIND = 'Invalid entry kind.';

export const accountPostingRoutes = new Hono<Env>()
  .use(requireActor)
  .post('/:id/entries', async (c) => {
    const { kind, ...body } = (await withId(c)) as { id: string; kind?: unknown };
    const account_id = c.req.param('id');
    const posting = Object.hasOwn(POSTINGS, String(kind)) ? POSTINGS[String(kind)] : undefined;
    if (!posting) throw new Refusal('invalid', INVALID_KIND, [{ path: 'kind', msg: INVALID_KIND }]);
    await runMutator(c, posting, { ...body, account_id });
    return c.json(await readEntry(c.var.deps, c.var.actor, entryIdOf(account_id, body.id)), 201);
  })
  .post('/:id/payments', async (c) => {
    const body = await withId(c);
    await runMutator(c, 'recordPayment', { ...body, account_id: c.req.param('id') });
    return c.json(await readPayment(c.var.deps, c.var.actor, body.id), 201);
  });

/** Posts an entry that follows that of the path. */
const follow = (name: MutatorName) => async (c: Context<Env>) => {
  const entry_id = c.req.param('id') ?? '';
  const [body, { account_id }] = [
    await withId(c),
    await readVisibleRow(c.var.deps, c.var.actor, 'entry', entry_id, ENTRY_NOT_FOUND),
  ];
  await runMutator(c, name, { ...body, entry_id });
  return c.json(await readEntry(c.var.deps, c.var.actor, entryIdOf(account_id, body.id)), 201);
};

export const entryRoutes = new Hono<Env>()
  .use(requireActor)
  .post('/:id/reverse', follow('reverseEntry'))
  .post('/:id/waive', follow('waiveEntry'))
  .post('/:id/write-off', follow('writeOffEntry'));

const accountOf = async (c: Context<Env>, id: string) =>
  (await readVisibleRow(c.var.deps, c.var.actor, 'payment', id, PAYMENT_NOT_FOUND)).account_id ?? '';

export const paymentRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', valid('query', recordedPaymentsQuery), async (c) => {
    authorize(canRecord(c.var.actor));
    return c.json(await readPayments(c.var.deps, c.var.actor, c.req.valid('query')));
  })
  .post('/:id/return', async (c) => {
    const payment_id = pathId(c, PAYMENT_NOT_FOUND);
    const [body, account_id] = [await withId(c), await accountOf(c, payment_id)];
    await runMutator(c, 'returnPayment', { ...body, payment_id });
    return c.json(await readEntry(c.var.deps, c.var.actor, entryIdOf(account_id, body.id)), 201);
  })
  .post('/:id/refund', async (c) => {
    const { deps, actor } = c.var;
    const args = parse(onlineRefundInput, { ...(await withId(c)), payment_id: pathId(c, PAYMENT_NOT_FOUND) });
    await readVisibleRow(c.var.deps, c.var.actor, 'payment', args.payment_id, PAYMENT_NOT_FOUND);
    authorize(canRecord(actor));
    await refundOnline(deps, actor, args);
    return c.json(await readPayment(c.var.deps, c.var.actor, args.id), 201);
  })
  .post('/:id/record-refund', async (c) => {
    const payment_id = pathId(c, PAYMENT_NOT_FOUND);
    const [body, account_id] = [await withId(c), await accountOf(c, payment_id)];
    await runMutator(c, 'recordRefund', { ...body, source_id: entryIdOf(account_id, payment_id) });
    return c.json(await readPayment(c.var.deps, c.var.actor, body.id), 201);
  })
  .post('/:id/mail-receipt', async (c) => {
    const id = pathId(c, PAYMENT_NOT_FOUND);
    await runMutator(c, 'mailReceipt', { id });
    return c.json(await readPayment(c.var.deps, c.var.actor, id));
  })
  .post('/:id/duplicate', async (c) => {
    const id = pathId(c, PAYMENT_NOT_FOUND);
    const { resolution } = await jsonBody(c);
    await runMutator(c, 'resolveDuplicate', { id, keep: resolution });
    return c.json(await readPayment(c.var.deps, c.var.actor, id));
  });

export const depositRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', valid('query', listed), async (c) => {
    authorize(canRecord(c.var.actor));
    return c.json(await readDeposits(c.var.deps, c.var.actor, c.req.valid('query')));
  })
  .post('/', async (c) => {
    const body = await withId(c);
    await runMutator(c, 'createDeposit', body);
    return c.json(await readDeposit(c.var.deps, c.var.actor, body.id), 201);
  })
  .put('/:id', async (c) => {
    const id = pathId(c, DEPOSIT_NOT_FOUND);
    await runMutator(c, 'closeDeposit', { ...(await jsonBody(c)), id });
    return c.json(await readDeposit(c.var.deps, c.var.actor, id));
  });

export const policyRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', valid('query', listed), async (c) =>
    c.json(await readPolicies(c.var.deps, c.var.actor, c.req.valid('query'))),
  )
  .post('/', async (c) => {
    const body = await withId(c);
    await runMutator(c, 'createPolicy', body);
    return c.json(await readPolicy(c.var.deps, c.var.actor, body.id), 201);
  })
  .post('/preview', async (c) => {
    authorize(canRecord(c.var.actor));
    return c.json(await previewPolicy(c.var.deps, c.var.actor, parse(policyPreview, await jsonBody(c))));
  })
  .delete('/:id', async (c) => {
    await runMutator(c, 'withdrawPolicy', { id: pathId(c, POLICY_NOT_FOUND) });
    return c.body(null, 204);
  });
