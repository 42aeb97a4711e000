import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { accountIdOf } from '../../sync/accounts/entity.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { sumsOf } from '../support/ledger.ts';
import { payeesForAll } from '../support/paying.ts';
import { nth } from '../support/required.ts';
import {
  accountOf,
  activateAccount,
  BANK,
  CARD,
  createInvoices,
  drained,
  payOnHostedPage,
  statusOf,
} from '../support/stripe-harness.ts';

const { harness, ctx } = payeesForAll();

/** A resident who has paid invoices of $125.50 each online. */
const paid = async ({ count = 1, fields = CARD as Record<string, string> } = {}, to = ctx) => {
  const payer = await to.join(to.hoa_id, 'Rex Okafor', 'resident');
  const { ids } = await createInvoices(to, payer, count);
  const intents: string[] = [];
  for (const id of ids) intents.push(await payOnHostedPage(harness, payer, id, fields));
  await harness.deliver();
  const sql = "SELECT id FROM payments WHERE provider_payment_id = ? AND kind = 'charge'";
  const { rows } = await ctx.db.execute({ sql, args: [nth(intents, 0)] });
  return { payer, ids, intent: nth(intents, 0), payment: String(rows[0]?.id), account: accountIdOf(payer.id, 0) };
};
type Given = { id?: string; amount?: number; outcome?: string; debit_ids?: string[] };
const refund = (payment: string, { outcome = 'open', ...given }: Given = {}, by = ctx.bea) =>
  by.call('POST', `/api/payments/${payment}/refund`, {
    amount: 125.5,
    reason: 'Paid twice by mistake',
    ...given,
    ...Object.fromEntries([['then', outcome]]),
  });
const entriesOf = async (account: string) => {
  const sql = 'SELECT kind, amount_cents, reason FROM entries WHERE account_id = ? ORDER BY id';
  const { rows } = await ctx.db.execute({ sql, args: [account] });
  return rows.map(({ kind, amount_cents }) => `${kind} ${amount_cents}`).sort();
};

test('[RET-07] [RET-08] a refund is sent with its transfer and its fee, and posted once however often it is told', async () => {
  const { payer, ids, payment, intent, account } = await paid();
  const id = uuidv7();
  const { status, body } = await refund(payment, { id, amount: 25.5 });
  expect([status, body.status, body.amountCents]).toEqual([201, 'succeeded', -2550]);
  expect((await refund(payment, { id, amount: 25.5 })).status).toBe(201);
  await harness.deliver('shuffle');
  await drained(ctx);
  const [sent, ...more] = (await harness.stripe.refunds.list({ payment_intent: intent })).data;
  expect([sent?.amount, sent?.transfer_reversal === null, more]).toEqual([2550, false, []]);
  expect(await entriesOf(account)).toEqual(['charge 12550', 'payment -12550', 'refund 2550']);
  expect([await statusOf(payer, nth(ids, 0)), await sumsOf(ctx, account)]).toEqual(['pending', [2550, 0]]);
});

test('[RET-07] at most what is left of a payment is refunded, those on their way counted', async () => {
  const { payment, intent } = await paid({ fields: BANK });
  expect(await refund(payment)).toMatchObject({
    status: 409,
    body: { message: 'At most $0.00 of this payment can be refunded.' },
  });
  await harness.control('POST', `bank/${intent}/clear`);
  await harness.deliver();
  expect(await refund(payment, { amount: 100 })).toMatchObject({ status: 201, body: { status: 'pending' } });
  expect(await refund(payment, { amount: 25.51 })).toMatchObject({
    status: 409,
    body: { message: 'At most $25.50 of this payment can be refunded.' },
  });
});

test('[RET-07] only the board refunds, and only what was paid online', async () => {
  const { payment, payer, ids, account } = await paid();
  expect((await refund(payment, {}, payer)).status).toBe(403);
  expect((await refund(payment, {}, ctx.olga)).status).toBe(404);
  expect((await refund(uuidv7())).status).toBe(404);
  expect(await refund(payment, { outcome: 'perhaps' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'then', msg: 'Please choose what happens to the charges.' }] },
  });
  const cash = { amount: 10, method: 'cash', received_on: '2026-01-05', reference: null };
  const recorded = await ctx.bea.call('POST', `/api/accounts/${account}/payments`, cash);
  expect(await refund(recorded.body._id)).toMatchObject({ status: 400 });
  expect(await statusOf(ctx.bea, nth(ids, 0))).toBe('paid');
});

test('[RET-09] credit is given back and nothing opens again; more than the credit is refused', async () => {
  const { payer, ids, payment, account } = await paid();
  expect(await refund(payment, { outcome: 'credit' })).toMatchObject({
    status: 409,
    body: { message: 'Only $0.00 of this payment is credit. The rest covers charges.' },
  });
  const reversal = { reason: 'Charged by mistake' };
  const reversed = await ctx.bea.call('POST', `/api/entries/${account}.${ids[0]}/reverse`, reversal);
  expect(reversed.status).toBe(201);
  expect(await sumsOf(ctx, account)).toEqual([-12_550, 12_550]);
  expect((await refund(payment, { outcome: 'credit' })).status).toBe(201);
  expect([await sumsOf(ctx, account), await statusOf(payer, nth(ids, 0))]).toEqual([[0, 0], 'canceled']);
});

test('[RET-09] a refund cancels the charges that the payment covers whole, in the batch of the refund', async () => {
  const { payer, ids, payment, account } = await paid();
  expect((await refund(payment, { outcome: 'cancel' })).status).toBe(201);
  expect(await entriesOf(account)).toEqual(['charge 12550', 'payment -12550', 'refund 12550', 'reversal -12550']);
  expect([await sumsOf(ctx, account), await statusOf(payer, nth(ids, 0))]).toEqual([[0, 0], 'canceled']);
  const sql = "SELECT DISTINCT posted_at FROM entries WHERE account_id = ? AND kind IN ('refund', 'reversal')";
  expect((await ctx.db.execute({ sql, args: [account] })).rows.length).toBe(1);
});

test('[RET-09] the charges to cancel can be named, and are no others than those of the account', async () => {
  const { ids, payment, account, payer } = await paid({ count: 2 });
  const other = await paid();
  const foreign = `${other.account}.${other.ids[0]}`;
  expect((await refund(payment, { outcome: 'cancel', debit_ids: [foreign] })).status).toBe(404);
  const chosen = `${account}.${ids[1]}`;
  expect((await refund(payment, { outcome: 'cancel', debit_ids: [chosen] })).status).toBe(201);
  const statuses = [await statusOf(payer, nth(ids, 0)), await statusOf(payer, nth(ids, 1))];
  expect([statuses, await sumsOf(ctx, account)]).toEqual([
    ['paid', 'canceled'],
    [0, 0],
  ]);
});

test('[RET-09] a refund cancels no more than it gives back, and says which charges would be', async () => {
  const { payer, ids, payment, account } = await paid();
  expect(await refund(payment, { outcome: 'cancel', amount: 25.5 })).toMatchObject({
    status: 409,
    body: {
      message: 'This refund of $25.50 cannot cancel charges of $125.50: Dues ($125.50). Choose fewer, or refund more.',
    },
  });
  expect([await sumsOf(ctx, account), await statusOf(payer, nth(ids, 0))]).toEqual([[0, 0], 'paid']);
});

test('[RET-08] what the provider refuses fails with its sentence, and posts nothing', async () => {
  const { payment, intent, account } = await paid();
  const connected = await accountOf(ctx.db, ctx.hoa_id);
  await drained(ctx);
  const [{ amount = 0 } = {}] = (await harness.stripe.balance.retrieve({}, { stripeAccount: connected })).available;
  await harness.stripe.charges.create({ amount, currency: 'usd', source: connected });
  await harness.control('POST', `accounts/${connected}`, { no_negative_balance: true });
  const id = uuidv7();
  const sentence = 'Insufficient funds in the connected account to reverse this transfer.';
  expect(await refund(payment, { id })).toMatchObject({ status: 409, body: { message: sentence } });
  await harness.control('POST', `accounts/${connected}`, { no_negative_balance: false });
  const { rows } = await ctx.db.execute({ sql: 'SELECT status, note FROM payments WHERE id = ?', args: [id] });
  expect(rows).toMatchObject([{ status: 'failed', note: sentence }]);
  expect((await harness.stripe.refunds.list({ payment_intent: intent })).data).toEqual([]);
  expect(await entriesOf(account)).toEqual(['charge 12550', 'payment -12550']);
  expect((await refund(payment)).status).toBe(201);
});

test('[RET-08] a refund whose answer was lost is found again, and one that could not be sent is sent later, once', async () => {
  // What an outage has delayed is tried again minutes later, which the other tests do not wait for.
  const hit = await harness.createContext();
  await activateAccount(harness, hit, hit.sue);
  for (const mode of ['lost', 'down']) {
    const { payment, intent, account } = await paid({}, hit);
    await harness.control('POST', 'outage', { mode });
    expect((await refund(payment, {}, hit.bea)).status).toBe(502);
    await harness.control('POST', 'outage', { mode: 'off' });
    expect(await entriesOf(account)).toEqual(['charge 12550', 'payment -12550']);
    const later = { ...hit.deps, now: () => new Date(Date.now() + 120_000) };
    await expect
      .poll(async () => {
        await drainOutbox(later, { hoa_id: hit.hoa_id, maxWaitMs: 0 });
        return entriesOf(account);
      })
      .toEqual(['charge 12550', 'payment -12550', 'refund 12550']);
    expect((await harness.stripe.refunds.list({ payment_intent: intent })).data.length).toBe(1);
  }
});

test('[RET-08] a refund that fails after it had succeeded is undone', async () => {
  const { payment, intent, account } = await paid();
  expect((await refund(payment)).status).toBe(201);
  const sent = nth((await harness.stripe.refunds.list({ payment_intent: intent })).data, 0);
  await harness.control('POST', `refunds/${sent.id}/fail`);
  await harness.deliver();
  expect(await sumsOf(ctx, account)).toEqual([0, 0]);
  expect(await entriesOf(account)).toEqual(['charge 12550', 'payment -12550', 'refund 12550', 'reversal -12550']);
});
