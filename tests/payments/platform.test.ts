import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { payeesForAll } from '../support/paying.ts';
import { nth } from '../support/required.ts';
import { accountOf, BANK, CARD, createInvoices, drained, payOnHostedPage } from '../support/stripe-harness.ts';

const { harness, ctx } = payeesForAll();

const platform = async () => nth((await harness.stripe.balance.retrieve()).available, 0).amount;
const hoas = async () => {
  const stripeAccount = await accountOf(ctx.db, ctx.hoa_id);
  return nth((await harness.stripe.balance.retrieve({}, { stripeAccount })).available, 0).amount;
};
const settled = async () => {
  await harness.deliver();
  await drained(ctx);
};

const FOREIGN = { ...CARD, number: '4000000760000002' };
const DISPUTED = { ...CARD, number: '4000000000000259' };
const LATE_RETURN = { ...BANK, account: '000555555559' };

type Fields = Record<string, string>;
const pays = async (fields: Fields) => {
  const id = String((await createInvoices(ctx, ctx.rex)).ids[0]);
  const payment = await payOnHostedPage(harness, ctx.rex, id, fields);
  return { id, payment };
};
const disputeOf = async (payment_intent: string) =>
  nth((await harness.stripe.disputes.list({ payment_intent })).data, 0).id;
const refund = (
  payment: string,
  more: { amount?: number; reverse_transfer?: boolean; refund_application_fee?: boolean } = {},
) => harness.stripe.refunds.create({ payment_intent: payment, ...more });

/** The events after a payment of $125.50, and what the HOA's account has of it in the end. */
const STORIES: Record<string, [fields: Fields, kept: number, after?: (payment: string) => Promise<unknown>]> = {
  'a card': [CARD, 12_550 - 394],
  'a foreign card': [FOREIGN, 12_550 - 582],
  'a bank transfer': [BANK, 12_550 - 100, (payment) => harness.control('POST', `bank/${payment}/clear`)],
  'a bank transfer that fails': [BANK, -400, (payment) => harness.control('POST', `bank/${payment}/fail`)],
  'a refund in part': [CARD, 12_550 - 394 - 5000, (payment) => refund(payment, { amount: 5000 })],
  'a refund in full': [CARD, -394, (payment) => refund(payment)],
  'a refund that reversed the transfer itself': [CARD, -394, (payment) => refund(payment, { reverse_transfer: true })],
  'a refund that gave the fee back too': [
    CARD,
    -394,
    (payment) => refund(payment, { reverse_transfer: true, refund_application_fee: true }),
  ],
  'a dispute that is lost': [
    DISPUTED,
    -394 - 1500,
    async (payment) => harness.control('POST', `disputes/${await disputeOf(payment)}/lose`),
  ],
  'a dispute that is won': [
    DISPUTED,
    12_550 - 394 - 1500,
    async (payment) => {
      await settled();
      await harness.control('POST', `disputes/${await disputeOf(payment)}/win`);
    },
  ],
  'a dispute of a part, after a refund': [
    CARD,
    12_550 - 394 - 1500 - 1000 - 2000,
    async (payment) => {
      await refund(payment, { amount: 1000 });
      await settled();
      await harness.control('POST', 'disputes', { payment_intent: payment, amount: 2000 });
    },
  ],
  'a bank transfer that comes back later': [
    LATE_RETURN,
    -100 - 1500,
    (payment) => harness.control('POST', `bank/${payment}/clear`),
  ],
};

describe.each(Object.entries(STORIES))('%s', (_name, [fields, kept, after]) => {
  test('[PAY-13] [RET-06] costs the platform nothing, and leaves it nothing', async () => {
    const before = [await platform(), await hoas()] as const;
    const { id, payment } = await pays(fields);
    await after?.(payment);
    await settled();
    expect([(await platform()) - before[0], (await hoas()) - before[1]]).toEqual([0, kept]);
    const sql = 'SELECT unrecovered_cents FROM payments WHERE provider_payment_id = ? AND invoice_id = ?';
    const { rows } = await ctx.db.execute({ sql, args: [payment, id] });
    expect(rows.map((row) => row.unrecovered_cents)).toEqual([0]);
  });
});

test('[PAY-09] the fee that was really taken is kept for the board, and hidden from the payer', async () => {
  const { id, payment } = await pays(BANK);
  await harness.control('POST', `bank/${payment}/clear`);
  await settled();
  const sql = "SELECT processor_fee_cents FROM payments WHERE invoice_id = ? AND kind = 'charge'";
  expect((await ctx.db.execute({ sql, args: [id] })).rows).toMatchObject([{ processor_fee_cents: 100 }]);
});

test('[RET-06] an account that holds too little is shown to the board, and tried again until it is even', async () => {
  const account = await accountOf(ctx.db, ctx.hoa_id);
  const { id, payment } = await pays(CARD);
  await settled();
  const before = await platform();
  const owed = await hoas();
  await harness.stripe.charges.create({ amount: owed, currency: 'usd', source: account });
  await harness.control('POST', `accounts/${account}`, { no_negative_balance: true });
  await refund(payment, { amount: 700 });
  await settled();
  const [shown] = (await ctx.bea.call('GET', '/api/failed-jobs')).body.docs;
  expect(shown).toMatchObject({
    kind: 'settlePayment',
    subject: 'payment',
    reason: expect.stringContaining('7.00 USD'),
  });
  expect((await platform()) - before - owed).toBe(-700);
  await harness.stripe.transfers.create({ amount: owed, currency: 'usd', destination: account });
  await ctx.bea.call('POST', `/api/failed-jobs/${shown._id}/resend`);
  await drained(ctx);
  expect(await platform()).toBe(before);
  expect((await ctx.bea.call('GET', '/api/failed-jobs')).body.docs).toEqual([]);
  await harness.control('POST', `accounts/${account}`, { no_negative_balance: false });
  expect(id).toBeTruthy();
});

test('settlements at once, and again later, move the money once', async () => {
  const before = await platform();
  const { payment } = await pays(FOREIGN);
  await harness.deliver();
  const queue = (times: readonly string[]) =>
    ctx.db.batch(
      times.map((time) => ({
        sql: `INSERT INTO outbox (id, hoa_id, kind, payload, idempotency_key, next_at, created_at)
          VALUES (?, ?, 'settlePayment', ?, ?, '2026-01-01T00:00:00.000Z', ?)`,
        args: [uuidv7(), ctx.hoa_id, JSON.stringify({ payment_intent: payment }), time, new Date().toISOString()],
      })),
      'write',
    );
  await queue(['one', 'two', 'three']);
  await Promise.all([drained(ctx), drained(ctx)]);
  await queue(['four']);
  await drained(ctx);
  expect(await platform()).toBe(before);
});
