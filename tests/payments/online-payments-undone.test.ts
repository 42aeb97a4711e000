import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { accountIdOf } from '../../sync/accounts/entity.ts';
import { post } from '../../sync/ledger/post.ts';
import type { Tx } from '../../sync/tx.ts';
import { transactAsSystem } from '../../worker/transact.ts';
import { testBothApis } from '../support/apis.ts';
import { type TestContext, testConfig } from '../support/fixtures.ts';
import { entriesOf, sumsOf, TODAY } from '../support/ledger.ts';
import { required } from '../support/required.ts';
import { activateAccount, CARD, createInvoices, payOnHostedPage, stripeForAll } from '../support/stripe-harness.ts';

const harness = stripeForAll();
const withStripe = () => ({ config: { ...testConfig(), stripe: harness.config } });

/** Rex has paid $125.50 by card. */
const paidOnline = async (ctx: TestContext) => {
  await activateAccount(harness, ctx, ctx.sue);
  const { ids } = await createInvoices(ctx, ctx.rex);
  const intent = await payOnHostedPage(harness, ctx.rex, String(ids[0]), CARD);
  await harness.deliver();
  const account = accountIdOf(ctx.rex.id, 0);
  const entry = (await entriesOf(ctx, account)).find(({ kind }) => kind === 'payment');
  return { account, intent, payment: String(entry?.payment_id), entry_id: String(entry?.id) };
};
const kindsOf = async (ctx: TestContext, account: string) =>
  (await entriesOf(ctx, account)).map(({ kind, amount_cents }) => `${kind} ${amount_cents}`).sort();
const refundOf = (ctx: TestContext, payment: string, amount: number) =>
  ctx.bea.call('POST', `/api/payments/${payment}/refund`, {
    ...{ amount, reason: 'Paid twice by mistake' },
    ...Object.fromEntries([['then', 'open']]),
  });

testBothApis(
  '[INVAR-09] [LEDG-05] what the payment service moved is not reversed by hand, and so is posted once',
  async (api, ctx) => {
    const { account, intent, payment, entry_id } = await paidOnline(ctx);
    const reversal = (id: string) => ({ id: uuidv7(), entry_id: id, reason: 'Entered by mistake' });
    const conflict = (message: string) => ({ ok: false, code: 'conflict', message });
    expect(await api.act(ctx.bea, 'reverseEntry', reversal(entry_id))).toEqual(
      conflict('You can’t reverse an online payment. Refund it instead.'),
    );
    expect((await refundOf(ctx, payment, 25.5)).status).toBe(201);
    await harness.control('POST', 'disputes', { payment_intent: intent, amount: 10_000 });
    await harness.deliver();
    const moved = (await entriesOf(ctx, account)).filter(({ kind }) => kind === 'refund' || kind === 'return');
    expect(moved.length).toBe(2);
    for (const { id, kind } of moved)
      expect(await api.act(ctx.bea, 'reverseEntry', reversal(id))).toEqual(
        conflict(`The payment service reported this ${kind}, so it can’t be reversed.`),
      );
    expect(await kindsOf(ctx, account)).toEqual(['charge 12550', 'payment -12550', 'refund 2550', 'return 10000']);
    expect(await sumsOf(ctx, account)).toEqual([12_550, 0]);
  },
  withStripe,
);

test('[INVAR-09] [RET-03] nothing is left of an online payment that was reversed by hand before that was refused', async () => {
  const ctx = await harness.createContext();
  const { account, intent, payment, entry_id } = await paidOnline(ctx);
  const reversal = { id: uuidv7(), kind: 'reversal', amount_cents: 12_550, effective_on: TODAY } as const;
  const reverseAsBefore = async (tx: Tx) => {
    await post(tx, required(await tx.get('account', account)), [
      { ...reversal, source_id: entry_id, payment_id: payment, reason: 'Entered by mistake' },
    ]);
  };
  await transactAsSystem(ctx.deps, ctx.hoa_id, reverseAsBefore, { action: null });
  expect(await refundOf(ctx, payment, 25.5)).toMatchObject({
    status: 409,
    body: { message: 'At most $0.00 of this payment can be refunded.' },
  });
  await harness.control('POST', 'disputes', { payment_intent: intent, amount: 10_000 });
  await harness.deliver();
  expect(await kindsOf(ctx, account)).toEqual(['charge 12550', 'payment -12550', 'reversal 12550']);
  expect(await sumsOf(ctx, account)).toEqual([12_550, 0]);
});
